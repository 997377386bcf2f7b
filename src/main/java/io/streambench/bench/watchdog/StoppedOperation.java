package io.streambench.bench.watchdog;

import io.streambench.flow.rule.Verdict;
import java.util.Optional;

/**
 * The operation that ended a run: the first operation that stalled or failed.
 *
 * @param operation the operation's number, counted from 1
 * @param lastTupleSeconds time from the start of the run's first operation to the last tuple of
 *     this operation
 */
public record StoppedOperation(
    Verdict verdict,
    long operation,
    long tuples,
    double lastTupleSeconds,
    Optional<Throwable> cause) {}
