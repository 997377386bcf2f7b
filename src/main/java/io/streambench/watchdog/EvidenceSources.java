package io.streambench.watchdog;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.recording.FlowControlCapture;
import io.streambench.recording.FlowControlMonitor.Sharing;
import io.streambench.recording.FlowControlRecording;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The sources of the evidence, read while the run still exists. If a source fails, only its own
 * file is missing.
 *
 * @param otherSessions all HTTP/2 sessions except the benchmark client's
 * @param notObserved the part of the server side that cannot be observed, and why; empty if there
 *     is none
 * @param effective settings in effect, by their owner
 * @param prediction the prediction, and whether it held for a run with this outcome and cause
 */
public record EvidenceSources(
    Supplier<String> clientDump,
    Supplier<List<String>> serverDumps,
    Supplier<List<SessionState>> otherSessions,
    Supplier<Optional<String>> notObserved,
    Supplier<Map<String, Object>> effective,
    Supplier<Sharing> sharing,
    BiFunction<Outcome, Optional<StallCause>, Optional<PredictionVerdict>> prediction,
    Optional<FlowControlCapture> capture,
    Optional<FlowControlRecording> recording) {}
