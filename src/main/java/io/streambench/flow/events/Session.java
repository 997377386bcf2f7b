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
  private String local = UNKNOWN_ADDRESS;
  private String remote = UNKNOWN_ADDRESS;
  private int slot = -1;

  /** Whether the receive window was exhausted when a log line last showed the window. */
  boolean exhausted;

  long openStreams = FlowControlEvent.UNKNOWN;
  String failure;

  /** Creates a session; {@code id} is its hash code in hexadecimal. */
  Session(String id) {
    this.id = Objects.requireNonNull(id);
  }

  public Session(String id, Role role, String owner, String local, String remote) {
    this(id);
    describe(role, owner, local, remote);
  }

  /** Updates the properties; ignores an empty owner and unknown addresses. */
  void describe(Role role, String owner, String local, String remote) {
    this.role = role;
    this.owner = owner.isEmpty() ? this.owner : owner;
    this.local = local.equals(UNKNOWN_ADDRESS) ? this.local : local;
    this.remote = remote.equals(UNKNOWN_ADDRESS) ? this.remote : remote;
  }

  boolean isIdentified() {
    return role != Role.UNKNOWN;
  }

  boolean hasIdentity(Role role, String local, String remote) {
    return this.role == role && this.local.equals(local) && this.remote.equals(remote);
  }

  /** Returns whether the session may have this role and these addresses. */
  boolean mayHaveIdentity(Role role, String local, String remote) {
    return !isIdentified()
        || this.role == role
            && mayBeSameAddress(this.local, local)
            && mayBeSameAddress(this.remote, remote);
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

  public String local() {
    return local;
  }

  public String remote() {
    return remote;
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

  /** Returns the number that was stored by {@link #slot(int)}; -1 if none was stored. */
  public int slot() {
    return slot;
  }

  public void slot(int slot) {
    this.slot = slot;
  }

  @Override
  public String toString() {
    return role + " session " + id;
  }
}
