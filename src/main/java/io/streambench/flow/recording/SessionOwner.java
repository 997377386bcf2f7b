package io.streambench.flow.recording;

import io.streambench.flow.events.Role;

/**
 * The client or server that owns a group of HTTP/2 sessions.
 *
 * @param role whether the owner is the client or the server of these sessions
 * @param name a name for display
 */
public record SessionOwner(Role role, String name) {}
