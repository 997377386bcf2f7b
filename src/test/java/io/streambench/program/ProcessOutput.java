package io.streambench.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The output of a process, read while the process runs. */
public final class ProcessOutput {
  private final StringBuilder output = new StringBuilder();
  private final Process process;
  private final Thread listener;

  /** Starts reading; standard error must be redirected to standard output. */
  public ProcessOutput(Process process) {
    this.process = process;
    listener = new Thread(this::listen, "output-of-" + process.pid());
    listener.setDaemon(true);
    listener.start();
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      char[] buffer = new char[8192];
      for (int n = lines.read(buffer); n >= 0; n = lines.read(buffer)) {
        synchronized (output) {
          output.append(buffer, 0, n);
          output.notifyAll();
        }
      }
    } catch (IOException e) {
      synchronized (output) {
        output.append(e);
      }
    } finally {
      synchronized (output) {
        output.notifyAll();
      }
    }
  }

  public String text() {
    synchronized (output) {
      return output.toString();
    }
  }

  /** Waits until the output contains a text. Fails if the process ends without it. */
  public void await(String text) throws InterruptedException {
    await(text, 0);
  }

  /**
   * Waits until the output contains a text at or after an index. Fails if the process ends without
   * it.
   *
   * @return the index after the text
   */
  public int await(String text, int fromIndex) throws InterruptedException {
    synchronized (output) {
      int at = output.indexOf(text, fromIndex);
      while (at < 0) {
        if (!listener.isAlive()) {
          throw new AssertionError("ended without '" + text + "': " + output);
        }
        output.wait(1_000);
        at = output.indexOf(text, fromIndex);
      }
      return at + text.length();
    }
  }

  /** Waits until all processes that write to the output have ended. */
  public void awaitEnd() throws InterruptedException {
    listener.join();
  }
}
