package io.streambench.recording;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.transport.HttpChannel;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpReceiver;
import org.eclipse.jetty.client.transport.ResponseListeners;

/** Finds the listener from which a program reads an answer, in Jetty 12. */
final class ResponseInput {
  private ResponseInput() {}

  /** Null where no program reads one. */
  static InputStreamResponseListener of(HttpReceiver receiver) throws ReflectiveOperationException {
    Method channel = HttpReceiver.class.getDeclaredMethod("getHttpChannel");
    channel.setAccessible(true);
    HttpExchange exchange = ((HttpChannel) channel.invoke(receiver)).getHttpExchange();
    if (exchange == null) {
      return null;
    }
    Field content = ResponseListeners.class.getDeclaredField("contentSourceListener");
    content.setAccessible(true);
    return content.get(exchange.getResponseListeners()) instanceof InputStreamResponseListener input
        ? input
        : null;
  }
}
