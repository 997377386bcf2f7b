package io.streambench.flow.events;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/** The contexts of a logged exception, according to its message and stack. */
public enum LoggedContext {
  HTTP_1(
      "server\\.(?:internal\\.)?HttpConnection[.$]|HttpChannelOverHttp[.$@]"
          + "|jetty\\.http\\.HttpGenerator\\.flush|AbstractHttpConnection[.$]"
          + "|OverHTTP(?:1[.$@]|[.$@])"),
  /** HTTP/2. The name {@code Http2SolrClient} does not match: that client can also use HTTP/1.1. */
  HTTP_2("jetty\\.http2\\.|HTTP2(?:Client|Server)?(?:Session|Connection|Stream)|OverHTTP2"),
  OTHER_PROTOCOL("[wW]eb[sS]ocket|\\.http3\\.|\\.quic\\."),
  /** A thread that reads or writes the body of a request. */
  UPLOAD(
      "(?:\\.HttpInput|solr\\.handler\\.loader|RequestContent|ContentSourceInputStream"
          + "|\\.incompleteRequestBodyReset)(?![\\w/])"),
  /** An update that a program or a leader sends to a node. */
  UPDATE(
      "Distributed(?:Zk)?Update(?:Processor|sAsyncException)|SolrCmdDistributor"
          + "|StreamingSolrClients|ConcurrentUpdate(?:Http2|Jetty)?SolrClient"
          + "|CloudSolrClient[\\w$]*\\.(?:directUpdate|getRouteException)"
          + "|Solr(?:Client|Server)\\.(?:add|commit|optimize|delete)\\w*\\("),
  /** A replica that fetches an index. */
  INDEX_FETCH(
      "IndexFetcher|SnapPuller|indexFetcher-|recoveryExecutor-|\\.RecoveryStrategy"
          + "|ReplicateFromLeader|ReplicationHandler\\.doFetch"),
  /** The node from which a replica fetches an index. */
  INDEX_SENT("\\.ReplicationHandler|ReplicationAPIBase|(?:path|qt)=/replication"),
  /** A thread that writes a response. */
  RESPONSE("(?:server|servlet)\\.(?:internal\\.)?HttpOutput\\."),
  /** A thread that writes the response of {@code /stream}. */
  STREAM("stream\\.TupleStream\\.writeMap"),
  SOLR("[Ss]olr|\\bo\\.a\\.s\\.|\\[(?:n:\\S* )?c:"),
  JETTY("org\\.eclipse\\.jetty\\.|\\bo\\.e\\.j\\.|\\boej[a-z0-9]{0,3}\\."),
  /** An HTTP/2 client other than Jetty's. */
  OTHER_CLIENT("jdk\\.internal\\.net\\.http\\.|okhttp3\\.|io\\.netty\\.|io\\.grpc\\."),
  /** A stack frame of any program. */
  FRAME("^at ");

  static final Set<LoggedContext> STREAM_RESPONSE_CONTEXTS = EnumSet.of(RESPONSE, STREAM);

  private final Pattern pattern;

  LoggedContext(String names) {
    this.pattern = Pattern.compile(names);
  }

  static void addContexts(String line, Set<LoggedContext> contexts) {
    for (LoggedContext context : values()) {
      if (!contexts.contains(context) && context.pattern.matcher(line).find()) {
        contexts.add(context);
      }
    }
  }
}
