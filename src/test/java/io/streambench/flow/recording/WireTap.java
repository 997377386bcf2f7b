package io.streambench.flow.recording;

import io.streambench.program.Until;
import io.streambench.program.Words;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A capture of the frames on loopback. They are dissected by tshark, which is independent of Jetty.
 */
final class WireTap implements AutoCloseable {
  private static final int DATA = 0;
  private static final int SETTINGS = 4;
  private static final int WINDOW_UPDATE = 8;

  private final int port;
  private final Path file;
  private final Process capture;

  /**
   * A flow-control frame. Frames are in the order of the wire.
   *
   * @param fromServer whether the server sent the frame
   * @param stream the stream's ID, or 0 for the session
   * @param data whether it is a DATA frame; otherwise it is a WINDOW_UPDATE
   * @param bytes the length of the data, or the increment
   */
  record Frame(boolean fromServer, int stream, boolean data, long bytes) {}

  private WireTap(int port, Path file, Process capture) {
    this.port = port;
    this.file = file;
    this.capture = capture;
  }

  /** Returns whether tshark is installed. It also needs the permission to capture. */
  static boolean isAvailable() throws InterruptedException {
    try {
      return new ProcessBuilder("tshark", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts to capture the traffic of a port, and waits until the capture runs. */
  static WireTap begin(int port, Path folder) throws Exception {
    Path file = folder.resolve("wire.pcapng");
    Process capture =
        new ProcessBuilder(
                "tshark", "-i", "lo", "-f", "port " + port, "-B", "64", "-q", "-w", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    WireTap tap = new WireTap(port, file, capture);
    tap.sendMarker("the capture begins");
    return tap;
  }

  /**
   * Sends datagrams to the port until one is in the file. Then the file also has everything that
   * was sent before. This is necessary because tshark reports its start before it captures.
   */
  private void sendMarker(String text) throws Exception {
    byte[] marker = ("streambench: " + text).getBytes(StandardCharsets.US_ASCII);
    try (DatagramSocket socket = new DatagramSocket()) {
      DatagramPacket packet =
          new DatagramPacket(marker, marker.length, InetAddress.getLoopbackAddress(), port);
      String sought = new String(marker, StandardCharsets.ISO_8859_1);
      Until.isTrue(
          () -> {
            if (!capture.isAlive()) {
              throw new IOException("tshark captures nothing");
            }
            socket.send(packet);
            return Files.exists(file)
                && Files.readString(file, StandardCharsets.ISO_8859_1).contains(sought);
          });
    }
  }

  /** Ends the capture once it contains everything that was sent before. */
  @Override
  public void close() throws Exception {
    sendMarker("the capture ends");
    capture.destroy();
    capture.waitFor();
  }

  /** Returns the frames of the capture, which has been closed. */
  List<Frame> frames() throws IOException {
    String fields =
        "-e tcp.srcport -e http2.type -e http2.streamid -e http2.length"
            + " -e http2.window_update.window_size_increment";
    String command =
        "tshark -r %s -d tcp.port==%s,http2 -Y http2 -T fields -E aggregator=, -E separator=; "
            + fields;
    Process tshark =
        new ProcessBuilder(Words.of(command, file, port))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<Frame> frames = new ArrayList<>();
    try (BufferedReader out = tshark.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(line -> addFrames(frames, line));
    }
    return frames;
  }

  /** Adds the frames of one packet. */
  private void addFrames(List<Frame> frames, String line) {
    String[] fields = line.split(";", -1);
    boolean fromServer = Integer.parseInt(fields[0]) == port;
    List<Long> types = parseNumbers(fields[1]);
    List<Long> streams = parseNumbers(fields[2]);
    List<Long> lengths = parseNumbers(fields[3]);
    List<Long> increments = parseNumbers(fields[4]);
    int updates = 0;
    for (int i = 0; i < types.size(); i++) {
      int type = types.get(i).intValue();
      int stream = streams.get(i).intValue();
      if (type == DATA) {
        frames.add(new Frame(fromServer, stream, true, lengths.get(i)));
      } else if (type == WINDOW_UPDATE) {
        frames.add(new Frame(fromServer, stream, false, increments.get(updates++)));
      } else if (type == SETTINGS && stream != 0) {
        throw new IllegalStateException("no HTTP/2 on this port: " + line);
      }
    }
  }

  private static List<Long> parseNumbers(String field) {
    return field.isEmpty() ? List.of() : Arrays.stream(field.split(",")).map(Long::decode).toList();
  }
}
