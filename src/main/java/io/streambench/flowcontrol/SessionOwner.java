package io.streambench.flowcontrol;

import io.streambench.analysis.SessionState.Role;
import java.util.function.IntSupplier;

/**
 * Whose sessions a flow-control strategy serves.
 *
 * @param role the end of the connection
 * @param name for people: the benchmark's client, a client inside a node, a node
 * @param sessionWindow receive window that its sessions start with, in bytes, read when asked
 */
public record SessionOwner(Role role, String name, IntSupplier sessionWindow) {}
