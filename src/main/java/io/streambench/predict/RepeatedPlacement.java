package io.streambench.predict;

/**
 * The shards of one collection, once for each query that reads them at the same time.
 *
 * @param one of a single query
 * @param times queries
 */
record RepeatedPlacement(Placement one, int times) implements Placement {
  @Override
  public int shards() {
    return one.shards() * times;
  }

  @Override
  public int nodes() {
    return one.nodes();
  }

  @Override
  public int replicas(int shard) {
    return one.replicas(shard % one.shards());
  }

  @Override
  public int node(int shard, int replica) {
    return one.node(shard % one.shards(), replica);
  }

  @Override
  public boolean even() {
    return one.even();
  }
}
