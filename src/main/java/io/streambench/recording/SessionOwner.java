package io.streambench.recording;

import io.streambench.eventlog.Role;

/**
 * Whose sessions a flow-control strategy serves.
 *
 * @param role the end of the connection
 * @param name for people: the benchmark's client, a client inside a node, a node
 */
public record SessionOwner(Role role, String name) {}
