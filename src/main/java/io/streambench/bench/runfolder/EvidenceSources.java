package io.streambench.bench.runfolder;

import io.streambench.flow.recording.FlowControlCapture;
import io.streambench.flow.recording.FlowControlMonitor.SessionSharing;
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
 * The sources from which a run's evidence is read before the run is closed. If a source fails, only
 * the file with the content of that source is missing.
 *
 * @param otherSessions all HTTP/2 sessions except the benchmark client's
 * @param unobservedReason parts of the cluster that cannot be observed, and why; empty if none
 * @param effectiveSettings effective settings, by the name of the client or server that they apply
 *     to
 * @param prediction compares the run's prediction with an outcome and its cause; empty without a
 *     prediction
 */
public record EvidenceSources(
    Supplier<String> clientDump,
    Supplier<String> serverDump,
    Supplier<List<SessionState>> otherSessions,
    Supplier<Optional<String>> unobservedReason,
    Supplier<Map<String, Object>> effectiveSettings,
    Supplier<SessionSharing> sharing,
    BiFunction<Outcome, Optional<StallCause>, Optional<PredictionVerdict>> prediction,
    Optional<FlowControlCapture> capture,
    Optional<FlowControlRecording> recording) {}
