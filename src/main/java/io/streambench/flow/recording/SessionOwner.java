package io.streambench.flow.recording;

import io.streambench.flow.events.Role;

/**
 * The client or server that owns a group of HTTP/2 sessions.
 *
 * @param role the owner's end of the connection
 * @param name a name for display
 */
public record SessionOwner(Role role, String name) {}
