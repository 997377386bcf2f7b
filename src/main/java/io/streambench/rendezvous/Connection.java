package io.streambench.rendezvous;

import io.streambench.config.SettingException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;

/** Connections to ZooKeeper, all alike. */
final class Connection {
  /** A client that is gone is noticed after this. */
  static final int SESSION_MILLIS = 10_000;

  private static final int CONNECT_MILLIS = 15_000;
  private static final int FIRST_RETRY_MILLIS = 200;
  private static final int MOST_RETRY_MILLIS = 2_000;
  private static final int RETRIES = 10;

  private Connection() {}

  /**
   * Connects.
   *
   * @throws SettingException if nobody answers, or the chroot is not there
   */
  static CuratorFramework open(String zkHost) throws InterruptedException {
    CuratorFramework zk =
        CuratorFrameworkFactory.newClient(
            zkHost,
            SESSION_MILLIS,
            CONNECT_MILLIS,
            new BoundedExponentialBackoffRetry(FIRST_RETRY_MILLIS, MOST_RETRY_MILLIS, RETRIES));
    zk.start();
    boolean connected = false;
    try {
      connected =
          zk.blockUntilConnected(CONNECT_MILLIS, TimeUnit.MILLISECONDS)
              && zk.checkExists().forPath("/") != null;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      // told below
    } finally {
      if (!connected) {
        zk.close();
      }
    }
    if (!connected) {
      throw new SettingException(
          "--zk", "be a ZooKeeper that answers, with the chroot of a cluster", zkHost);
    }
    return zk;
  }
}
