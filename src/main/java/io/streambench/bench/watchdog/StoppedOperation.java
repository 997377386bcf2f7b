package io.streambench.bench.watchdog;

import io.streambench.flow.rule.Verdict;
import java.util.Optional;

/**
 * The operation that ended a run: the first operation that stalled or failed.
 *
 * @param operationNumber the operation's number, counted from 1
 * @param lastTupleSeconds time from the start of the run's first operation to the last tuple of
 *     this operation
 */
public record StoppedOperation(
    Verdict verdict,
    long operationNumber,
    long tupleCount,
    double lastTupleSeconds,
    Optional<Throwable> cause) {}
