package io.streambench.bench.runfolder;

import io.streambench.flow.recording.FlowControlCapture;
import io.streambench.flow.recording.FlowControlMonitor.Sharing;
import io.streambench.flow.recording.FlowControlRecording;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallCause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The sources of a run's evidence, read before the run is closed. If a source fails, only its own
 * file is missing.
 *
 * @param otherSessions all HTTP/2 sessions except the benchmark client's
 * @param notObserved what cannot be observed of the server side, and why; empty if nothing
 * @param effective settings in effect, by the client or server that uses them
 * @param prediction the prediction, and whether it held for a given outcome and cause
 */
public record EvidenceSources(
    Supplier<String> clientDump,
    Supplier<String> serverDump,
    Supplier<List<SessionState>> otherSessions,
    Supplier<Optional<String>> notObserved,
    Supplier<Map<String, Object>> effective,
    Supplier<Sharing> sharing,
    BiFunction<Outcome, Optional<StallCause>, Optional<PredictionVerdict>> prediction,
    Optional<FlowControlCapture> capture,
    Optional<FlowControlRecording> recording) {}
