package io.streambench.predict;

import java.util.Optional;

/**
 * The facts that were read of a collection that is there.
 *
 * @param name as it was asked for
 * @param placement of the replicas that a stream can be sent to
 * @param replicasNotActive of active shards: down or recovering, so that no stream is sent to them
 *     today
 * @param response about what its shards answer; empty where nobody wanted to know
 */
public record SurveyedCollection(
    String name,
    Placement placement,
    long replicasNotActive,
    Optional<ResponseEstimate> response) {}
