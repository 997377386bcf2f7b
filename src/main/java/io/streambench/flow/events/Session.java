package io.streambench.flow.events;

import java.util.Objects;
import java.util.Optional;

/** An HTTP/2 session, with the properties that its sources have shown so far. Not thread-safe. */
public final class Session {
  /** The text for an unknown address. */
  public static final String UNKNOWN_ADDRESS = "unknown";

  private final String id;
  private Role role = Role.UNKNOWN;
  private String owner = "";
  private String localAddress = UNKNOWN_ADDRESS;
  private String remoteAddress = UNKNOWN_ADDRESS;
  private int trackIndex = -1;

  /** Whether the receive window was exhausted when a log line last showed the window. */
  boolean isExhausted;

  long openStreams = FlowControlEvent.UNKNOWN;
  String failure;

  /** The restart after which the log has not shown the session; null if there is none. */
  Restart restart;

  /** Creates a session; {@code id} is its hash code in hexadecimal. */
  Session(String id) {
    this.id = Objects.requireNonNull(id);
  }

  public Session(String id, Role role, String owner, String local, String remote) {
    this(id);
    update(role, owner, local, remote);
  }

  /** Updates the properties; ignores an empty owner and unknown addresses. */
  void update(Role role, String owner, String local, String remote) {
    this.role = role;
    this.owner = owner.isEmpty() ? this.owner : owner;
    this.localAddress = local.equals(UNKNOWN_ADDRESS) ? this.localAddress : local;
    this.remoteAddress = remote.equals(UNKNOWN_ADDRESS) ? this.remoteAddress : remote;
  }

  boolean isIdentified() {
    return role != Role.UNKNOWN;
  }

  boolean hasIdentity(Role role, String local, String remote) {
    return this.role == role
        && this.localAddress.equals(local)
        && this.remoteAddress.equals(remote);
  }

  /** Returns whether the session may have this role and these addresses. */
  boolean mayHaveIdentity(Role role, String local, String remote) {
    return !isIdentified()
        || this.role == role
            && mayBeSameAddress(this.localAddress, local)
            && mayBeSameAddress(this.remoteAddress, remote);
  }

  private static boolean mayBeSameAddress(String address, String other) {
    return address.equals(other)
        || address.equals(UNKNOWN_ADDRESS)
        || other.equals(UNKNOWN_ADDRESS);
  }

  public String id() {
    return id;
  }

  /** Returns the session's end of the connection; {@link Role#UNKNOWN} if not shown yet. */
  public Role role() {
    return role;
  }

  /** Returns the client or node that owns the session; empty if no recording shows the session. */
  public String owner() {
    return owner;
  }

  public String localAddress() {
    return localAddress;
  }

  public String remoteAddress() {
    return remoteAddress;
  }

  /**
   * Returns the number of open streams when the window was last exhausted. Returns UNKNOWN if the
   * window was never exhausted, or if the session is from a recording.
   */
  public long openStreams() {
    return openStreams;
  }

  /** Returns Jetty's message about the last failure or reset; empty if unknown. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Returns the restart of the JVM that ended the session; empty if the log shows none. */
  public Optional<Restart> restart() {
    return Optional.ofNullable(restart).filter(ended -> !ended.isRefuted());
  }

  /** Returns the number that was stored by {@link #trackIndex(int)}; -1 if none was stored. */
  public int trackIndex() {
    return trackIndex;
  }

  public void trackIndex(int index) {
    this.trackIndex = index;
  }

  @Override
  public String toString() {
    return role + " session " + id;
  }
}
