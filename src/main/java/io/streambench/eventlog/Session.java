package io.streambench.eventlog;

import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** An HTTP/2 session as its sources know it so far. Confined to the thread that reads. */
public final class Session {
  /** The text in place of an address that no line has told. */
  public static final String UNKNOWN_ADDRESS = "unknown";

  private final String id;
  private final BinaryOperator<String> shown;
  private Role role = Role.UNKNOWN;
  private String owner = "";
  private String local = UNKNOWN_ADDRESS;
  private String remote = UNKNOWN_ADDRESS;
  private int slot = -1;

  /** Whether its receive window was used up when its log last told of it. */
  boolean exhausted;

  long openStreams = FlowControlEvent.UNKNOWN;
  String failure;

  /** A session by its hash in hexadecimal; {@code shown} replaces an owner or an address. */
  Session(String id, BinaryOperator<String> shown) {
    this.id = Objects.requireNonNull(id);
    this.shown = shown;
  }

  public Session(String id, Role role, String owner, String local, String remote) {
    this(id, (field, name) -> name);
    describe(role, owner, local, remote);
  }

  /** Fills in what is known now; an owner that is empty and unknown addresses change nothing. */
  void describe(Role role, String owner, String local, String remote) {
    this.role = role;
    this.owner = owner.isEmpty() ? this.owner : owner;
    this.local = local.equals(UNKNOWN_ADDRESS) ? this.local : local;
    this.remote = remote.equals(UNKNOWN_ADDRESS) ? this.remote : remote;
  }

  boolean identified() {
    return role != Role.UNKNOWN;
  }

  /** Returns whether a line about a session of that end and those addresses is about this one. */
  boolean is(Role role, String local, String remote) {
    return this.role == role && this.local.equals(local) && this.remote.equals(remote);
  }

  /** Returns whether such a line can be about this session, as far as both are known. */
  boolean mayBe(Role role, String local, String remote) {
    return !identified()
        || this.role == role && mayBe(this.local, local) && mayBe(this.remote, remote);
  }

  private static boolean mayBe(String address, String told) {
    return address.equals(told) || address.equals(UNKNOWN_ADDRESS) || told.equals(UNKNOWN_ADDRESS);
  }

  public String id() {
    return id;
  }

  /** The session's end of the connection; {@link Role#UNKNOWN} until a line has told it. */
  public Role role() {
    return role;
  }

  /** The client or node that owns it, for people; empty if only Jetty's log tells of it. */
  public String owner() {
    return owner.isEmpty() ? "" : shown.apply("owner", owner);
  }

  public String local() {
    return shown.apply("local", local);
  }

  public String remote() {
    return shown.apply("remote", remote);
  }

  /** Open streams when the window was last used up; UNKNOWN in a recording, or if it never was. */
  public long openStreams() {
    return openStreams;
  }

  /** Jetty's words for what ended the session, or the stream of it that was reset last. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** A number that the reader of the events may keep with the session, -1 at first. */
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
