package io.streambench.bench.load;

import java.io.IOException;

/** An answer came, and it is not the right one. */
final class WrongAnswer extends IOException {
  private static final long serialVersionUID = 1L;

  WrongAnswer(String what) {
    super(what);
  }
}
