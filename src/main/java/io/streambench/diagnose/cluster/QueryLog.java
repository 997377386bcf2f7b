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
 * Finds the text of a query in {@code solr.log} of a node on this machine. Solr logs each request
 * as soon as its response starts.
 */
final class QueryLog {
  /** The maximum number of bytes to read from the end of the log; enough for the last minutes. */
  private static final int MAX_TAIL_BYTES = 32 << 20;

  private static final int MAX_QUERY_CHARACTERS = 400;
  private static final Pattern PARAMETERS =
      Pattern.compile(" path=/(?:stream|sql)\\S* params=\\{(.*)} ");

  private QueryLog() {}

  /** Returns the parameters of the request with this identifier; empty if they are not found. */
  static Optional<String> find(String node, Path log, String request) {
    try {
      return isLocal(node) ? findInFile(log, request) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // the report then names the file and what to search for
    }
  }

  /**
   * Returns whether the node is on this machine. The log of another machine could contain other
   * requests with the same identifier.
   */
  private static boolean isLocal(String node) throws IOException {
    String host = URI.create(node).getHost();
    if (host == null) {
      return false; // the name has an underscore; null would be looked up as this machine
    }
    InetAddress address = InetAddress.getByName(host);
    return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
  }

  private static Optional<String> findInFile(Path log, String request) throws IOException {
    String tail;
    try (FileChannel file = FileChannel.open(log)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), MAX_TAIL_BYTES));
      long from = file.size() - bytes.capacity();
      while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) > 0) {}
      tail = new String(bytes.array(), 0, bytes.position(), UTF_8);
    }
    Optional<String> last = Optional.empty();
    int lineEnd;
    for (int position = tail.indexOf(request);
        position >= 0;
        position = tail.indexOf(request, lineEnd)) {
      int begin = tail.lastIndexOf('\n', position) + 1;
      lineEnd = tail.indexOf('\n', position) < 0 ? tail.length() : tail.indexOf('\n', position);
      String line = tail.substring(begin, lineEnd);
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
    return line.length() <= MAX_QUERY_CHARACTERS
        ? line
        : line.substring(0, MAX_QUERY_CHARACTERS) + "…";
  }
}
