package io.streambench.diagnose.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streambench.base.SingleLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the text of a query in {@code solr.log}, which has a line for each request as soon as its
 * response begins. Works only for nodes on this machine.
 */
final class QueryLog {
  /**
   * Number of bytes read from the end of the log, which cover the last minutes even on a busy node.
   */
  private static final int MAX_BYTES = 32 << 20;

  private static final int MAX_TEXT = 400;
  private static final Pattern PARAMETERS =
      Pattern.compile(" path=/(?:stream|sql)\\S* params=\\{(.*)} ");

  private QueryLog() {}

  /** Returns the parameters of a node's request; empty if they cannot be read here. */
  static Optional<String> find(String node, Path log, String request) {
    try {
      return isLocal(node) ? findInFile(log, request) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // the report then names the file and what to search for
    }
  }

  /** Another machine's log of the same name could have other requests with the same number. */
  private static boolean isLocal(String node) throws IOException {
    String host = URI.create(node).getHost();
    if (host == null) {
      return false; // a name with an underscore, which would be looked up as this machine
    }
    InetAddress address = InetAddress.getByName(host);
    return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
  }

  private static Optional<String> findInFile(Path log, String request) throws IOException {
    String end;
    try (FileChannel file = FileChannel.open(log)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), MAX_BYTES));
      long from = file.size() - bytes.capacity();
      while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) > 0) {}
      end = new String(bytes.array(), 0, bytes.position(), UTF_8);
    }
    Optional<String> last = Optional.empty();
    int stop;
    for (int at = end.indexOf(request); at >= 0; at = end.indexOf(request, stop)) {
      int begin = end.lastIndexOf('\n', at) + 1;
      stop = end.indexOf('\n', at) < 0 ? end.length() : end.indexOf('\n', at);
      String line = end.substring(begin, stop);
      Matcher found = PARAMETERS.matcher(line);
      if (found.find() && line.matches(".*[ :\\[(-]" + Pattern.quote(request) + "[\\])].*")) {
        last = Optional.of(decode(found.group(1)));
      }
    }
    return last;
  }

  private static String decode(String parameters) {
    String text;
    try {
      text = URLDecoder.decode(parameters, UTF_8);
    } catch (IllegalArgumentException e) {
      text = parameters;
    }
    String line = SingleLine.of(text);
    return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + "…";
  }
}
