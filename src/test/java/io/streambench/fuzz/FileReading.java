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
 * The readers of files from elsewhere. Whatever the bytes are, a reader accepts or rejects the
 * file. It throws no other exception and leaves no other file.
 */
enum FileReading {
  /** Reads a log, a recording, or a packed one. The first bytes decide which. */
  EVENTS {
    @Override
    void read(Path file) throws IOException {
      try (EventReader reader = EventFiles.open(List.of(file))) {
        new FlowControlReplay(
                Duration.ofSeconds(10), Duration.ZERO, ReceiveWindow.JETTY_BUFFER_RATIO)
            .replay(reader);
      }
    }
  },
  /** Reads dumps of threads and of Jetty as text or documents, wrapped or not, and messages. */
  TEXT_DUMP {
    @Override
    void read(Path file) throws IOException {
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
    void read(Path file) throws IOException {
      Path scratch = Files.createTempDirectory("heap-index-");
      try {
        HeapDiagnosis.read("FILE", file, scratch);
      } finally {
        PathUtils.deleteDirectory(scratch);
      }
    }
  },
  /** Reads the verdict in the zip of a run. */
  TOLD_VERDICT {
    @Override
    void read(Path file) {
      RecordedVerdict.of(List.of(file));
    }
  },
  JMH_RESULT {
    @Override
    void read(Path file) {
      JmhFile.read(file);
    }
  },
  STUDY {
    @Override
    void read(Path file) {
      StudyFile.read(file);
    }
  },
  LOAD {
    @Override
    void read(Path file) {
      LoadFile.read(file);
    }
  };

  /**
   * Reads a file.
   *
   * @throws IOException if the reader fails
   * @throws SettingException if the reader rejects the file
   */
  abstract void read(Path file) throws IOException;

  /** Reads a file. The exceptions that a reader may throw count as a rejection. */
  final void readOrReject(Path file) {
    try {
      read(file);
    } catch (IOException | SettingException e) {
      if (String.valueOf(e.getMessage()).lines().count() > 1) {
        throw new AssertionError("not one line", e);
      }
    }
  }

  /** Returns the name of the folder with the reader's corpus. */
  String corpusFolderName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
