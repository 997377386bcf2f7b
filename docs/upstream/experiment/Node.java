import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/** A node of Solr in a process of its own, as Solr's tests start it: PORT HOME. With -DzkRun it runs ZooKeeper, too. */
public class Node {
  public static void main(String[] args) throws Exception {
    JettyConfig config = new JettyConfig.Builder().setPort(Integer.parseInt(args[0])).setContext("/solr").build();
    new JettySolrRunner(args[1], new Properties(), config).start();
    new CountDownLatch(1).await();
  }
}
