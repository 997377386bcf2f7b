package io.streambench.diagnose.live;

import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.HeapFiles;
import io.streambench.diagnose.agent.AgentMain;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** The properties file with which an agent reports to the program that loaded it. */
public final class StatusFile {
  private StatusFile() {}

  /** Replaces the file atomically. */
  public static void write(Path folder, Properties status) throws IOException {
    StringWriter text = new StringWriter();
    status.store(text, null);
    AtomicFile.write(
        folder.resolve(AgentMain.STATUS), part -> HeapFiles.write(part, text.toString()));
  }

  /** Reads the last status; empty if there is none yet. */
  public static Optional<Properties> read(Path folder) throws IOException {
    Path file = folder.resolve(AgentMain.STATUS);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties status = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      status.load(in);
    }
    return Optional.of(status);
  }

  /** Returns a whole number, or 0 if the key is absent. */
  public static long number(Properties status, String key) {
    return Long.parseLong(status.getProperty(key, "0"));
  }
}
