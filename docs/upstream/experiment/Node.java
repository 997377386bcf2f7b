import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/** A node of Solr in a process of its own, as Solr's tests start it: PORT HOME. With javax.net.ssl.keyStore it speaks TLS. */
public class Node {
  public static void main(String[] args) throws Exception {
    JettyConfig.Builder config = JettyConfig.builder().setPort(Integer.parseInt(args[0])).setContext("/solr");
    String store = System.getProperty("javax.net.ssl.keyStore");
    if (store != null) {
      System.setProperty("jetty.testMode", "true"); // without it the runner ignores TLS
      String password = System.getProperty("javax.net.ssl.keyStorePassword");
      config.withSSLConfig(new SSLConfig(true, false, store, password, store, password));
    }
    new JettySolrRunner(args[1], new Properties(), config.build()).start();
    new CountDownLatch(1).await();
  }
}
