package io.streambench.recording;

import io.streambench.eventlog.Role;

/** Whose sessions a strategy serves: the end of the connection, and a name for people. */
public record SessionOwner(Role role, String name) {}
