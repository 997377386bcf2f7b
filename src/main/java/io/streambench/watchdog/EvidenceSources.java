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
 * The sources of the evidence, asked while the run is still as it was. One that fails costs its own
 * file and no other.
 *
 * @param otherSessions every HTTP/2 session that is not the benchmark client's
 * @param notObserved what of the servers' side cannot be known, and why, if anything
 * @param effective settings that were really in effect, by whose they are
 * @param prediction what was predicted, and whether it held for a run that ends so, by that cause
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
