package io.streambench.diagnose.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.client.util.MonitorListener;
import org.junit.jupiter.api.Test;

class StreamReadersTest {
  @Test
  void findsThreadWaitingOnMonitorOfListener() throws InterruptedException {
    MonitorListener awaited = new MonitorListener();
    MonitorListener other = new MonitorListener();
    Thread reader = new Thread(awaited::await, "reader-of-old-jetty");
    reader.start();
    while (reader.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(StreamReaders.of(new Object[] {awaited})).containsExactly("reader-of-old-jetty");
    assertThat(StreamReaders.of(new Object[] {other})).isEmpty();
    awaited.end();
    reader.join();
    assertThat(StreamReaders.of(new Object[] {awaited})).isEmpty();
  }
}
