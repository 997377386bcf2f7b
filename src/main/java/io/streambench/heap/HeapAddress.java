package io.streambench.heap;

import io.streambench.eventlog.Session;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** The addresses of a connection, found from Jetty's endpoint down to the socket. */
final class HeapAddress {
  private static final int MOST_WRAPPERS = 5;
  private static final int CONNECTED = 2;
  private static final int IPV4_BYTES = 4;

  private final Optional<HeapObject> socket;

  private HeapAddress(Optional<HeapObject> socket) {
    this.socket = socket;
  }

  /**
   * Follows the endpoint through what is wrapped around it, as TLS is.
   *
   * @param endPoint null if there is none
   */
  static HeapAddress of(HeapObject endPoint) {
    HeapObject at = endPoint;
    for (int i = 0; at != null && i < MOST_WRAPPERS; i++) {
      HeapObject channel = at.ref("_channel");
      if (channel != null && channel.has("remoteAddress")) {
        return new HeapAddress(Optional.of(channel));
      }
      at = next(at);
    }
    return new HeapAddress(Optional.empty());
  }

  private static HeapObject next(HeapObject wrapper) {
    HeapObject inside = wrapper.ref("_endPoint");
    return inside == null ? wrapper.ref("this$0") : inside;
  }

  /** Returns whether the socket is known to be closed; one that is not found may be open. */
  boolean closed() {
    return socket
        .map(
            channel ->
                channel.number("closed", 0) != 0 || channel.number("state", CONNECTED) != CONNECTED)
        .orElse(false);
  }

  /** This end, {@code host:port}. */
  String local() {
    return text("localAddress");
  }

  /** The other end, {@code host:port}. */
  String remote() {
    return text("remoteAddress");
  }

  private String text(String field) {
    return socket
        .map(channel -> channel.ref(field, "holder"))
        .map(holder -> host(holder) + ":" + holder.number("port", 0))
        .orElse(Session.UNKNOWN_ADDRESS);
  }

  private static String host(HeapObject holder) {
    HeapObject address = holder.ref("addr");
    if (address == null) {
      return holder.text("hostname").orElse("?");
    }
    HeapObject six = address.ref("holder6");
    HeapObject four = address.ref("holder");
    try {
      if (six != null && six.ref("ipaddress") != null) {
        return bracketed(InetAddress.getByAddress(six.ref("ipaddress").bytes()));
      }
      return InetAddress.getByAddress(four(four.number("address"))).getHostAddress();
    } catch (UnknownHostException | RuntimeException e) {
      return "?";
    }
  }

  /** Java takes an IPv4 address that is written as IPv6 for the former. */
  private static String bracketed(InetAddress address) {
    String text = address.getHostAddress();
    return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
  }

  private static byte[] four(long address) {
    byte[] bytes = new byte[IPV4_BYTES];
    for (int i = 0; i < IPV4_BYTES; i++) {
      bytes[i] = (byte) (address >> 8 * (IPV4_BYTES - 1 - i));
    }
    return bytes;
  }
}
