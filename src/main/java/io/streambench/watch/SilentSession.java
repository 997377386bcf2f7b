package io.streambench.watch;

/** A session whose receive window is used up, and on which no byte has moved for so long. */
public record SilentSession(String id, String remote, long seconds, long unreadBytes) {}
