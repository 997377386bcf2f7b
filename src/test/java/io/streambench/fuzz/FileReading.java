package io.streambench.fuzz;

import io.streambench.base.SettingException;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.runfolder.RecordedVerdict;
import io.streambench.compare.cells.JmhFile;
import io.streambench.compare.cells.StudyFile;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.judge.DumpedHang;
import io.streambench.diagnose.judge.LoggedHang;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.EventReader;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.window.ReceiveWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.commons.io.file.PathUtils;

/**
 * The readers of files that come from elsewhere. Whatever the bytes are, each answers or refuses
 * them: no other exception, and nothing is left beside the file.
 */
enum FileReading {
  /** A log, a recording, or either packed: the first bytes tell. */
  EVENTS {
    @Override
    void of(Path file) throws IOException {
      try (EventReader reader = EventFiles.open(List.of(file))) {
        new FlowControlReplay(
                Duration.ofSeconds(10), Duration.ZERO, ReceiveWindow.JETTY_BUFFER_RATIO)
            .replay(reader);
      }
    }
  },
  /** Dumps of threads and of Jetty as text or documents, with or without wrapping, and messages. */
  TEXT_DUMP {
    @Override
    void of(Path file) throws IOException {
      try (EventReader reader = EventFiles.open(List.of(file))) {
        while (reader.next() != null) {
          // only what is not an event matters
        }
        DumpedHang.of(reader.counts().textFindings(), Duration.ofSeconds(10));
        LoggedHang.of(reader.counts());
      }
    }
  },
  HEAP_DUMP {
    @Override
    void of(Path file) throws IOException {
      Path scratch = Files.createTempDirectory("heap-index-");
      try {
        HeapDiagnosis.read("FILE", file, scratch);
      } finally {
        PathUtils.deleteDirectory(scratch);
      }
    }
  },
  /** The verdict in the zip of a run. */
  TOLD_VERDICT {
    @Override
    void of(Path file) {
      RecordedVerdict.of(List.of(file));
    }
  },
  JMH_RESULT {
    @Override
    void of(Path file) {
      JmhFile.read(file);
    }
  },
  STUDY {
    @Override
    void of(Path file) {
      StudyFile.read(file);
    }
  },
  LOAD {
    @Override
    void of(Path file) {
      LoadFile.read(file);
    }
  };

  /**
   * Reads a file.
   *
   * @throws IOException as the reader may
   * @throws SettingException if it refuses the file
   */
  abstract void of(Path file) throws IOException;

  /** Reads a file; the exceptions that a reader may throw are its answer. */
  final void tried(Path file) {
    try {
      of(file);
    } catch (IOException | SettingException e) {
      if (String.valueOf(e.getMessage()).lines().count() > 1) {
        throw new AssertionError("not one line", e);
      }
    }
  }

  /** The folder of its corpus. */
  String corpus() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
