package io.streambench.bench.streaming;

import io.streambench.watchdog.TupleCounter;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.io.Tuple;

/** A way to read a whole collection, as often as it is asked to. */
public interface CollectionReading {
  /**
   * Reads all tuples in order and checks them.
   *
   * @return tuples read
   */
  long read(TupleCounter progress, Consumer<Tuple> consumer) throws IOException;

  /** Lets go of what was kept from one reading to the next; the client stays as it is. */
  void close();
}
