package io.streambench.evidence;

import java.util.Objects;
import java.util.Optional;

/**
 * The choice of a zip's contents, and its largest size.
 *
 * @param redact whether names, addresses and credentials are replaced
 * @param wholeLog whether the log is kept from beginning to end, however large it is
 * @param rendering draws the pictures; without one they are left out, unless nothing is redacted
 * @param maxBytes the most bytes of the zip, if the log may be cut
 */
public record EvidenceOptions(
    boolean redact, boolean wholeLog, Optional<Rendering> rendering, long maxBytes) {
  /** The largest size, in bytes, that most trackers of issues take. */
  public static final long MAX_BYTES = 10_000_000;

  public EvidenceOptions {
    Objects.requireNonNull(rendering);
    if (maxBytes < 1) {
      throw new IllegalArgumentException("a zip of at most " + maxBytes + " bytes");
    }
  }

  /** Redacted, without pictures, small enough to attach. */
  public static EvidenceOptions standard() {
    return new EvidenceOptions(true, false, Optional.empty(), MAX_BYTES);
  }

  /** The same, with everything as it was. */
  public EvidenceOptions withoutRedaction() {
    return new EvidenceOptions(false, wholeLog, rendering, maxBytes);
  }

  /** The same, with the whole log; the zip may become larger than a tracker takes. */
  public EvidenceOptions withWholeLog() {
    return new EvidenceOptions(redact, true, rendering, maxBytes);
  }

  /** The same, with pictures. */
  public EvidenceOptions withRendering(Rendering drawn) {
    return new EvidenceOptions(redact, wholeLog, Optional.of(drawn), maxBytes);
  }

  /** The same, of another size. */
  public EvidenceOptions withMaxBytes(long bytes) {
    return new EvidenceOptions(redact, wholeLog, rendering, bytes);
  }
}
