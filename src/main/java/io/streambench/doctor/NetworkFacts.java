package io.streambench.doctor;

import io.streambench.doctor.MachineFacts.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;

/** Reads which ports are to be had. */
final class NetworkFacts {
  private static final String RANGE = "proc/sys/net/ipv4/ip_local_port_range";

  /** The column of the state, and the kernel's number for TIME_WAIT. */
  private static final int STATE = 3;

  private static final String TIME_WAIT = "06";

  private final KernelFiles files;

  NetworkFacts(KernelFiles files) {
    this.files = files;
  }

  Network network() {
    return new Network(canBind(), ephemeralPorts(), timeWait());
  }

  private static boolean canBind() {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private OptionalInt ephemeralPorts() {
    String range = files.text(RANGE).orElse("");
    if (!range.matches("\\d{1,5}\\s+\\d{1,5}")) {
      return OptionalInt.empty();
    }
    String[] ends = range.split("\\s+");
    return OptionalInt.of(Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1);
  }

  private OptionalInt timeWait() {
    return files.exists("proc/net/tcp")
        ? OptionalInt.of(timeWait("proc/net/tcp") + timeWait("proc/net/tcp6"))
        : OptionalInt.empty();
  }

  private int timeWait(String file) {
    return (int)
        files.lines(file).stream()
            .map(line -> line.strip().split("\\s+"))
            .filter(words -> words.length > STATE && words[STATE].equals(TIME_WAIT))
            .count();
  }
}
