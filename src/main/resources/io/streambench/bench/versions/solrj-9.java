import java.io.InputStream;
import java.lang.reflect.Field;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.InputStreamResponseParser;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.eclipse.jetty.client.HttpClient;

/** SolrJ 9's HTTP/2 client with default settings, which sends requests as SolrStream does. */
class Client {
  private final Http2SolrClient solr;

  Client(String address, boolean http1) {
    solr = new Http2SolrClient.Builder(address + "/solr/c").useHttp1_1(http1).build();
  }

  InputStream open() throws Exception {
    QueryRequest query = new QueryRequest(new ModifiableSolrParams(), SolrRequest.METHOD.POST);
    query.setResponseParser(new InputStreamResponseParser("json"));
    return (InputStream) solr.request(query).get("stream");
  }

  HttpClient http() throws ReflectiveOperationException {
    Field http = Http2SolrClient.class.getDeclaredField("httpClient");
    http.setAccessible(true);
    return (HttpClient) http.get(solr);
  }
}
