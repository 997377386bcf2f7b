package io.streambench.diagnose.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Role;
import io.streambench.flow.replay.Sessions;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardNamesTest {
  private static final String SESSION =
      "+: HTTP2ServerSession@68ed{local:/10.0.0.1:8983,remote:/10.0.0.2:%d,sendWindow=0}\n";
  private static final String STREAM =
      "+> HTTP2Stream@1a#%d@68ed{age=1,attachment=X{a=HANDLING,uri=http://10.0.0.1:8983/solr/%s/select,age=1}#9}\n";

  @TempDir Path run;

  private static SessionState clientSession(String local, String remote) {
    return Sessions.exhaustedSession(
        Role.CLIENT, local, remote, new StreamState(9, 0, 0, 0, false, false, Waiting.UNKNOWN));
  }

  private void writeDump() throws IOException {
    Files.writeString(
        run.resolve("jetty-server.txt"),
        SESSION.formatted(4001)
            + STREAM.formatted(9, "my_books_shard8_replica_n20")
            + STREAM.formatted(11, "ownCore")
            + SESSION.formatted(4002)
            + STREAM.formatted(9, "my_books_shard1_1_replica_p4"));
  }

  @Test
  void namesStreamByShardOfItsRequest() throws IOException {
    writeDump();
    ShardNames names = ShardNames.of(run, UnaryOperator.identity());
    assertThat(names.namesOf(clientSession("10.0.0.2:4001", "10.0.0.1:8983")))
        .isEqualTo(Map.of(9, "shard8", 11, "ownCore"));
    assertThat(names.namesOf(clientSession("10.0.0.2:4002", "10.0.0.1:8983")))
        .isEqualTo(Map.of(9, "shard1_1"));
    assertThat(names.namesOf(clientSession("10.0.0.2:4003", "10.0.0.1:8983"))).isEmpty();
  }

  @Test
  void findsSessionsByRedactedAddresses() throws IOException {
    writeDump();
    ShardNames names =
        ShardNames.of(
            run, line -> line.replace("10.0.0.1", "node-1").replace("10.0.0.2", "node-2"));
    assertThat(names.namesOf(clientSession("node-2:4002", "node-1:8983")))
        .containsEntry(9, "shard1_1");
  }

  @Test
  void namesNothingWithoutDump() throws IOException {
    ShardNames names = ShardNames.of(run, UnaryOperator.identity());
    assertThat(names.namesOf(clientSession("10.0.0.2:4001", "10.0.0.1:8983"))).isEmpty();
  }
}
