package io.streambench.cli;

/** The exit status of every command. */
public enum ExitStatus {
  SUCCESS(0),
  FAILED(1),
  WRONG_USE(2),
  STALLED(3);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
