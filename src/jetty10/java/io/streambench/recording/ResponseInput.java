package io.streambench.recording;

import java.lang.reflect.Method;
import org.eclipse.jetty.client.HttpChannel;
import org.eclipse.jetty.client.HttpExchange;
import org.eclipse.jetty.client.HttpReceiver;
import org.eclipse.jetty.client.util.InputStreamResponseListener;

/** Finds the listener from which a program reads an answer, in Jetty 10. */
final class ResponseInput {
  private ResponseInput() {}

  /** Null where no program reads one. */
  static InputStreamResponseListener of(HttpReceiver receiver) throws ReflectiveOperationException {
    Method channel = HttpReceiver.class.getDeclaredMethod("getHttpChannel");
    channel.setAccessible(true);
    HttpExchange exchange = ((HttpChannel) channel.invoke(receiver)).getHttpExchange();
    return exchange == null
        ? null
        : exchange.getResponseListeners().stream()
            .filter(InputStreamResponseListener.class::isInstance)
            .map(InputStreamResponseListener.class::cast)
            .findFirst()
            .orElse(null);
  }
}
