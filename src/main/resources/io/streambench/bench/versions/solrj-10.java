import java.io.InputStream;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.client.solrj.response.InputStreamResponseParser;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.eclipse.jetty.client.HttpClient;

/** SolrJ 10's Jetty client with default settings, which sends requests as SolrStream does. */
class Client {
  private final HttpJettySolrClient solr;

  Client(String address, boolean http1) {
    solr = new HttpJettySolrClient.Builder(address + "/solr/c").useHttp1_1(http1).build();
  }

  InputStream open() throws Exception {
    QueryRequest query = new QueryRequest(new ModifiableSolrParams(), SolrRequest.METHOD.POST);
    query.setResponseParser(new InputStreamResponseParser("json"));
    return (InputStream) solr.request(query).get("stream");
  }

  HttpClient http() {
    return solr.getHttpClient();
  }
}
