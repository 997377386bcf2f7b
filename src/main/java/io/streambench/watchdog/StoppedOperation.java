package io.streambench.watchdog;

import io.streambench.analysis.Verdict;
import java.util.Optional;

/**
 * The end of the first operation of a run that did not complete.
 *
 * @param verdict why
 * @param operation which operation of the run it was, counted from 1
 * @param tuples read by it
 * @param lastTupleSeconds from the start of the first operation to the last tuple of this one
 * @param cause the failure, if one was thrown
 */
public record StoppedOperation(
    Verdict verdict,
    long operation,
    long tuples,
    double lastTupleSeconds,
    Optional<Throwable> cause) {}
