package io.streambench.jetty12;

/**
 * Responses that are merged into one, as the shards of a collection are.
 *
 * @param shards how many
 * @param tuples length of each response
 * @param interleaved so many of a response's first tuples come in turn with those of the others;
 *     the rest come without a break, one response after the other
 */
record Round(int shards, int tuples, int interleaved) {
  /** Bytes of a tuple; the first eight are its key. */
  static final int TUPLE_BYTES = 10_000;

  /** The key that the merge sorts by. */
  long key(int shard, int tuple) {
    if (tuple < interleaved) {
      return (long) tuple * shards + shard;
    }
    int turn = (shard + shards / 2) % shards; // neither the first nor the last one first
    return (long) interleaved * shards + (long) turn * tuples + tuple;
  }
}
