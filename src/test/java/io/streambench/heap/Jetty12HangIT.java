package io.streambench.heap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.analysis.Finding;
import io.streambench.analysis.StreamState;
import io.streambench.eventlog.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of Jetty 12 that hangs in a JVM of its own, as src/jetty12 has it. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class Jetty12HangIT {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"12.0.33", "12.1.5"})
  void isToldAsItWasCountedThere(String version) throws Exception {
    Path jar = Path.of("target", "jetty12", version, "jetty12-programs.jar");
    Process hung =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                folder.resolve("stall.log").toString(),
                folder.resolve("truth.json").toString(),
                "stay")
            .redirectErrorStream(true)
            .start();
    try {
      awaitLine(hung, "hangs, and stays");
      Path dump = folder.resolve("heap.hprof");
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(hung.pid()),
                  "GC.heap_dump",
                  dump.toString())
              .redirectOutput(folder.resolve("jcmd.txt").toFile())
              .start();
      assertThat(jcmd.waitFor()).isZero();
      assertSame(
          HeapDiagnosis.read("FILE", dump, Files.createDirectory(folder.resolve("index")), 0.5),
          new ObjectMapper().readTree(folder.resolve("truth.json").toFile()),
          version);
    } finally {
      hung.destroyForcibly();
    }
  }

  private static void awaitLine(Process hung, String end) throws IOException {
    StringBuilder said = new StringBuilder();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(hung.getInputStream(), StandardCharsets.UTF_8));
    for (String line; (line = lines.readLine()) != null; said.append(line).append('\n')) {
      if (line.equals(end)) {
        return;
      }
    }
    throw new AssertionError("it does not hang: " + said);
  }

  private static void assertSame(HeapDiagnosis found, JsonNode truth, String version) {
    assertThat(truth.path("jetty").asText()).isEqualTo(version);
    assertThat(found.diagnosis().finding())
        .describedAs(String.valueOf(found.diagnosis().verdict()))
        .isEqualTo(Finding.STALLED);
    HeapSession client =
        found.sessions().stream()
            .filter(session -> session.state().role() == Role.CLIENT)
            .findFirst()
            .orElseThrow();
    assertThat(client.state().receiveWindow()).isEqualTo(truth.path("recvWindow").asLong());
    assertThat(client.state().unreadBytes()).isEqualTo(truth.path("unread").asLong());
    assertThat(client.sessionWindow()).hasValue(truth.path("initialSessionWindow").asLong());
    assertThat(client.streamWindow()).hasValue(truth.path("initialStreamWindow").asLong());
    assertThat(client.state().unacknowledgedBytes())
        .isEqualTo(truth.path("unacknowledged").asLong());
    assertThat(client.state().awaitedStreams())
        .extracting(StreamState::id)
        .containsExactly(truth.path("starvedStream").asInt());
    for (JsonNode stream : truth.path("streams")) {
      if (stream.path("unread").asLong() > 0) {
        assertThat(client.state().streams())
            .filteredOn(state -> state.id() == stream.path("id").asInt())
            .singleElement()
            .extracting(StreamState::unreadBytes)
            .isEqualTo(stream.path("unread").asLong());
      }
    }
    assertThat(client.waiting()).extracting(DumpedThread::name).containsExactly("reader");
  }
}
