package io.streambench.diagnose.heap;

import io.streambench.flow.events.Session;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The local and remote addresses of a connection, read from its socket in a heap dump. */
record HeapAddress(Optional<HeapObject> socket) {
  private static final int MAX_WRAPPERS = 5;
  private static final int CONNECTED_STATE = 2;

  /** Returns the addresses of an endpoint, which may be null or wrapped, for example by TLS. */
  static HeapAddress of(HeapObject endPoint) {
    HeapObject current = endPoint;
    for (int i = 0; current != null && i < MAX_WRAPPERS; i++) {
      HeapObject channel = current.follow("_channel");
      if (channel != null && channel.has("remoteAddress")) {
        return new HeapAddress(Optional.of(channel));
      }
      HeapObject wrapped = current.follow("_endPoint");
      current = wrapped == null ? current.follow("this$0") : wrapped;
    }
    return new HeapAddress(Optional.empty());
  }

  /** Returns whether the socket is known to be closed; false if there is no socket. */
  boolean isClosed() {
    return socket
        .filter(
            channel ->
                channel.number("closed", 0) != 0
                    || channel.number("state", CONNECTED_STATE) != CONNECTED_STATE)
        .isPresent();
  }

  /** Returns the address in a field such as {@code localAddress}, as {@code host:port}. */
  String addressText(String field) {
    return socket
        .map(channel -> channel.follow(field, "holder"))
        .map(holder -> host(holder) + ":" + holder.number("port", 0))
        .orElse(Session.UNKNOWN_ADDRESS);
  }

  private static String host(HeapObject holder) {
    HeapObject address = holder.follow("addr");
    if (address == null) {
      return holder.text("hostname").orElse("?");
    }
    HeapObject ipv6 = address.follow("holder6");
    HeapObject ipv4 = address.follow("holder");
    try {
      byte[] bytes =
          ipv6 != null && ipv6.follow("ipaddress") != null
              ? ipv6.follow("ipaddress").bytes()
              : ByteBuffer.allocate(Integer.BYTES).putInt((int) ipv4.number("address")).array();
      String text = InetAddress.getByAddress(bytes).getHostAddress();
      return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
    } catch (UnknownHostException | RuntimeException e) {
      return "?";
    }
  }
}
