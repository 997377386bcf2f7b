package io.streambench.watch;

/**
 * A session whose receive window is used up, and on which not a byte has moved since.
 *
 * @param id as Jetty's log has it
 * @param remote address of the other end
 * @param seconds for how long, at least
 * @param unreadBytes received and not consumed
 */
public record SilentSession(String id, String remote, long seconds, long unreadBytes) {}
