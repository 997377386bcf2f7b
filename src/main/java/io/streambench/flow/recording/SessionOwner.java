package io.streambench.flow.recording;

import io.streambench.flow.events.Role;

/** The owner of a strategy's sessions: its end of the connection, and a name for display. */
public record SessionOwner(Role role, String name) {}
