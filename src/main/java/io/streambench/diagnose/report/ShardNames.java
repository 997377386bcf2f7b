package io.streambench.diagnose.report;

import io.streambench.flow.rule.SessionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps HTTP/2 streams to the shards that send them, from the Jetty dump in a run's folder. */
public final class ShardNames {
  public static final ShardNames NONE = new ShardNames();

  private static final String DUMP_FILE_NAME = "jetty-server.txt";
  private static final Pattern SESSION =
      Pattern.compile("HTTP2ServerSession@\\w+\\{local:/([^,]+),remote:/([^,]+),");
  private static final Pattern STREAM =
      Pattern.compile(
          "HTTP2Stream@\\w+#(\\d+)@.*[,{]uri=[^,]*/solr/(?:[^/,]*_(?=shard))?([^/,]+?)"
              + "(?:_replica_\\w+)?/");

  private final Map<String, Map<Integer, String>> namesBySession = new HashMap<>();

  private ShardNames() {}

  /**
   * Reads the Jetty dump in a run's folder, or returns {@link #NONE} if the folder has no dump.
   * {@code replacements} must redact the dump in the same way as the run's sessions were redacted.
   */
  public static ShardNames of(Path run, UnaryOperator<String> replacements) throws IOException {
    Path dump = run.resolve(DUMP_FILE_NAME);
    if (!Files.isRegularFile(dump)) {
      return NONE;
    }
    ShardNames names = new ShardNames();
    Map<Integer, String> shardsByStream = new HashMap<>();
    for (String line : Files.readAllLines(dump)) {
      Matcher streamMatcher = STREAM.matcher(line);
      if (streamMatcher.find()) {
        shardsByStream.put(Integer.valueOf(streamMatcher.group(1)), streamMatcher.group(2));
        continue;
      }
      Matcher sessionMatcher =
          SESSION.matcher(line.contains("HTTP2ServerSession@") ? replacements.apply(line) : "");
      if (sessionMatcher.find()) {
        shardsByStream =
            names.namesBySession.computeIfAbsent(
                connectionKey(sessionMatcher.group(2), sessionMatcher.group(1)),
                any -> new HashMap<>());
      }
    }
    return names;
  }

  /** Returns the known shard names for the streams of a client session, by stream identifier. */
  Map<Integer, String> namesOf(SessionState client) {
    return namesBySession.getOrDefault(
        connectionKey(client.localAddress(), client.remoteAddress()), Map.of());
  }

  private static String connectionKey(String client, String server) {
    return client + " " + server;
  }
}
