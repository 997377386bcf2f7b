package io.streambench.recording;

import io.streambench.analysis.Waiting;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.client.HttpChannel;
import org.eclipse.jetty.client.HttpExchange;
import org.eclipse.jetty.client.HttpReceiver;
import org.eclipse.jetty.client.api.Response;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.util.thread.AutoLock;

/**
 * Tells whether a thread waits for the next byte of a stream. Jetty hands a response to Solr's
 * reader as an {@link InputStreamResponseListener}, in whose lock the reader waits; Jetty has no
 * method that tells, so that its fields are asked. Where they cannot be, nothing is known.
 */
final class StreamReader {
  private static final Fields FIELDS = Fields.find();

  private StreamReader() {}

  private record Fields(
      Method channel, Field lockOfListener, Field response, Field lock, Field condition) {
    /** Null where Jetty has other fields. */
    static Fields find() {
      try {
        Fields fields =
            new Fields(
                HttpReceiver.class.getDeclaredMethod("getHttpChannel"),
                InputStreamResponseListener.class.getDeclaredField("lock"),
                InputStreamResponseListener.class.getDeclaredField("response"),
                AutoLock.class.getDeclaredField("_lock"),
                AutoLock.WithCondition.class.getDeclaredField("_condition"));
        fields.channel.setAccessible(true);
        fields.lockOfListener.setAccessible(true);
        fields.response.setAccessible(true);
        fields.lock.setAccessible(true);
        fields.condition.setAccessible(true);
        return fields;
      } catch (ReflectiveOperationException | RuntimeException e) {
        return null;
      }
    }
  }

  static Waiting waiting(IStream stream) {
    if (FIELDS == null || !(stream.getAttachment() instanceof HttpReceiver receiver)) {
      return Waiting.UNKNOWN;
    }
    try {
      HttpExchange exchange = ((HttpChannel) FIELDS.channel.invoke(receiver)).getHttpExchange();
      List<Response.ResponseListener> listeners =
          exchange == null ? List.of() : exchange.getResponseListeners();
      for (Response.ResponseListener listener : listeners) {
        if (listener instanceof InputStreamResponseListener input) {
          return waiting(input);
        }
      }
      return Waiting.UNKNOWN;
    } catch (ReflectiveOperationException e) {
      return Waiting.UNKNOWN;
    }
  }

  private static Waiting waiting(InputStreamResponseListener input)
      throws ReflectiveOperationException {
    AutoLock autoLock = (AutoLock) FIELDS.lockOfListener.get(input);
    ReentrantLock lock = (ReentrantLock) FIELDS.lock.get(autoLock);
    if (!lock.tryLock()) {
      return Waiting.UNKNOWN; // never wait here: whoever asks watches over the others
    }
    try {
      if (FIELDS.response.get(input) == null) {
        return Waiting.UNKNOWN; // its reader waits for headers, elsewhere
      }
      return lock.hasWaiters((Condition) FIELDS.condition.get(autoLock)) ? Waiting.YES : Waiting.NO;
    } finally {
      lock.unlock();
    }
  }
}
