package io.streambench.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** All that a process prints, as it comes. */
public final class ProcessOutput {
  private final StringBuilder output = new StringBuilder();
  private final Process process;
  private final Thread listener;

  /** Listens from now on; standard error is to be one with standard output. */
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

  /** Waits until there is a text; fails if the process ends without it. */
  public void await(String text) throws InterruptedException {
    await(text, 0);
  }

  /**
   * Waits until there is a text from a place on; fails if the process ends without it.
   *
   * @return the place behind it
   */
  public int await(String text, int from) throws InterruptedException {
    synchronized (output) {
      int at = output.indexOf(text, from);
      while (at < 0) {
        if (!listener.isAlive()) {
          throw new AssertionError("ended without '" + text + "': " + output);
        }
        output.wait(1_000);
        at = output.indexOf(text, from);
      }
      return at + text.length();
    }
  }

  /** Waits for the end of it: until nobody is left who could print. */
  public void awaitEnd() throws InterruptedException {
    listener.join();
  }
}
