package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Until;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class FlowControlCaptureTest {
  private static final Logger JETTY =
      LoggerFactory.getLogger(FlowControlCapture.JETTY_10_LOGGER_NAME);

  /**
   * The time limit for writing pending lines when a capture ends. It suffices for any slow machine.
   */
  private static final long DRAIN_TIMEOUT_MILLIS = TimeUnit.HOURS.toMillis(1);

  @TempDir Path folder;
  private final List<String> warnings = new ArrayList<>();
  private final AtomicInteger renderCount = new AtomicInteger();

  /** A session that counts how often it is rendered into a log line. */
  private final Object session =
      new Object() {
        @Override
        public String toString() {
          renderCount.incrementAndGet();
          return "HTTP2ClientSession@1a2b3c4d{}";
        }
      };

  private FlowControlCapture start(CaptureMode mode) {
    return mode == CaptureMode.OFF
        ? FlowControlCapture.start(mode, folder, warnings::add)
        : FlowControlCapture.start(mode, folder, 1, DRAIN_TIMEOUT_MILLIS, warnings::add);
  }

  private void logLikeJetty() {
    JETTY.debug("Session stalled {}", session);
    JETTY.debug("Stream stalled {}", session);
    JETTY.debug(
        "Data received, {} bytes, updated session recv window {} -> {} for {}", 5, 9, 4, session);
    JETTY.debug("Session unstalled after {} ms {}", 3, session);
  }

  private String gunzip(FlowControlCapture capture) throws IOException {
    Path target = Files.createTempDirectory("capture-test").resolve("flow-control.log.gz");
    capture.gzipTo(target);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(target))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      Files.delete(target);
      Files.delete(target.getParent());
    }
  }

  @Test
  void stallsModeRendersOnlySessionStallLines() throws IOException {
    FlowControlCapture capture = start(CaptureMode.STALLS);
    logLikeJetty();
    capture.close();
    assertThat(capture.hasLines()).isTrue();
    assertThat(gunzip(capture).lines())
        .hasSize(2)
        .allMatch(line -> line.contains("[FlowControlStrategy] Session "))
        .anyMatch(
            line -> line.endsWith("Session unstalled after 3 ms HTTP2ClientSession@1a2b3c4d{}"));
    assertThat(renderCount).hasValue(2);
  }

  @Test
  void offModeDoesNotChangeLogger() throws IOException {
    FlowControlCapture capture = start(CaptureMode.OFF);
    logLikeJetty();
    capture.close();
    assertThat(JETTY.isDebugEnabled()).isFalse();
    assertThat(renderCount).hasValue(0);
    assertThat(capture.hasLines()).isFalse();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void rolledFilesKeepNewestLinesInOrder() throws IOException {
    FlowControlCapture capture = start(CaptureMode.FULL);
    String padding = "x".repeat(10_000);
    int lines = 1_100; // 11 MB, more than the 9 MB that are kept
    for (int line = 0; line < lines; line++) {
      JETTY.debug("line {} {}", line, padding);
    }
    capture.close();
    try (var files = Files.list(folder)) {
      assertThat(files.mapToLong(file -> file.toFile().length()).sum())
          .isBetween(8_000_000L, 10_000_000L);
    }
    String text = gunzip(capture);
    List<Integer> numbers =
        text.lines()
            .map(line -> line.replaceFirst(".* line (\\d+) x*", "$1"))
            .map(Integer::valueOf)
            .toList();
    assertThat(numbers).isSorted().last().isEqualTo(lines - 1);
    assertThat(folder).isEmptyDirectory();
  }

  static boolean hasDevFull() {
    return Files.exists(Path.of("/dev/full"));
  }

  @Test
  @EnabledIf("hasDevFull")
  void fullDiskEndsCaptureWithOneWarningFromWriterThread() throws Exception {
    CountDownLatch warned = new CountDownLatch(1);
    AtomicReference<Thread> writer = new AtomicReference<>();
    Files.createSymbolicLink(folder.resolve("flow-control.log"), Path.of("/dev/full"));
    try (FlowControlCapture capture =
        FlowControlCapture.start(
            CaptureMode.FULL,
            folder,
            1,
            DRAIN_TIMEOUT_MILLIS,
            warning -> {
              warnings.add(warning);
              writer.set(Thread.currentThread());
              warned.countDown();
            })) {
      Until.isTrue(
          () -> {
            logLikeJetty();
            return warned.getCount() == 0;
          });
      assertThat(JETTY.isDebugEnabled()).isFalse();
      logLikeJetty();
    }
    assertThat(writer.get()).isNotSameAs(Thread.currentThread());
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("capture of the flow-control log ended early: ")
        .contains("No space left on device");
  }
}
