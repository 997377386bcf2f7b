package io.streambench.flow.events;

import java.util.Objects;
import java.util.Optional;

/** An HTTP/2 session, as far as its sources have described it. Confined to the reading thread. */
public final class Session {
  /** Placeholder for an unknown address. */
  public static final String UNKNOWN_ADDRESS = "unknown";

  private final String id;
  private Role role = Role.UNKNOWN;
  private String owner = "";
  private String local = UNKNOWN_ADDRESS;
  private String remote = UNKNOWN_ADDRESS;
  private int slot = -1;

  /** Whether the receive window was exhausted at the last line that showed it. */
  boolean exhausted;

  long openStreams = FlowControlEvent.UNKNOWN;
  String failure;

  /** Creates a session whose identifier is its hash in hexadecimal. */
  Session(String id) {
    this.id = Objects.requireNonNull(id);
  }

  public Session(String id, Role role, String owner, String local, String remote) {
    this(id);
    describe(role, owner, local, remote);
  }

  /** Adds new information. An empty owner and unknown addresses change nothing. */
  void describe(Role role, String owner, String local, String remote) {
    this.role = role;
    this.owner = owner.isEmpty() ? this.owner : owner;
    this.local = local.equals(UNKNOWN_ADDRESS) ? this.local : local;
    this.remote = remote.equals(UNKNOWN_ADDRESS) ? this.remote : remote;
  }

  boolean isIdentified() {
    return role != Role.UNKNOWN;
  }

  /** Returns whether this session has this role and these addresses. */
  boolean hasIdentity(Role role, String local, String remote) {
    return this.role == role && this.local.equals(local) && this.remote.equals(remote);
  }

  /** Returns whether this session may have this role and these addresses. */
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

  /** The session's end of the connection; {@link Role#UNKNOWN} until a line has shown it. */
  public Role role() {
    return role;
  }

  /** The client or node that owns the session, for display; empty if only Jetty's log shows it. */
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
   * The number of open streams when the window was last exhausted; UNKNOWN if that never happened,
   * or in a recording.
   */
  public long openStreams() {
    return openStreams;
  }

  /** Jetty's message for the last failure of the session or reset of a stream; empty if unknown. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** A number that the consumer of the events may store here; initially -1. */
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
