package io.streambench.flow.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.threads.Activity.FrameGroup;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActivityTest {
  /**
   * The stacks have frames of Jetty 9.4 to 12.1, Solr 8 to 10 and other clients, innermost first.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AWAITS_RESPONSE  | CompletableFuture.get( & jetty.client.transport.HttpRequest.send( & jetty.client.HttpClient.GET(
          AWAITS_RESPONSE  | CountDownLatch.await( & jetty.client.util.FutureResponseListener.get( & jetty.client.HttpRequest.send(
          AWAITS_RESPONSE  | jdk.internal.net.http.HttpClientImpl.send(
          AWAITS_RESPONSE  | reactor.core.publisher.BlockingSingleSubscriber.blockingGet(
          AWAITS_RESPONSE  | okhttp3.internal.http2.Http2Stream.waitForIo(
          AWAITS_RESPONSE  | okhttp3.internal.http2.Http2Stream.waitForIo( & okhttp3.internal.http2.Http2Stream$FramingSource.read(
          AWAITS_RESPONSE  | io.grpc.stub.ClientCalls$ThreadlessExecutor.waitAndDrain( & io.grpc.stub.ClientCalls.blockingUnaryCall(
          AWAITS_RESPONSE  | io.grpc.stub.BlockingClientCall.read(
          AWAITS_RESPONSE  | org.apache.hc.core5.http.nio.support.classic.SharedInputBuffer.read(
          AWAITS_RESPONSE  | com.linecorp.armeria.common.stream.StreamMessageInputStream$StreamMessageInputStreamSubscriber.read(
          AWAITS_RESPONSE  | software.amazon.awssdk.utils.async.InputStreamSubscriber.read(
          AWAITS_RESPONSE  | io.helidon.webclient.http2.StreamBuffer.poll( & io.helidon.webclient.http2.Http2ClientStream.readOne(
          AWAITS_OTHER_HEADERS | okhttp3.internal.http2.Http2Stream.waitForIo( & okhttp3.internal.http2.Http2Stream.takeHeaders(
          SENDS_BODY       | okhttp3.internal.http2.Http2Stream.waitForIo( & okhttp3.internal.http2.Http2Stream$FramingSink.emitFrame(
          SENDS_BODY       | java.lang.Object.wait( & okhttp3.internal.http2.Http2Connection.writeData( & okhttp3.internal.http2.Http2Stream$FramingSink.flush(
          READS            | jetty.util.Blocker$Shared$2.block( & jetty.io.content.ContentSourceInputStream.read( & com.example.Copy.run(
          READS            | jetty.client.util.InputStreamResponseListener$Input.read( & com.example.Copy.run(
          SENDS_BODY       | jetty.util.Blocker$Shared$2.block( & jetty.io.content.ContentSourceInputStream.read( & org.eclipse.jetty.server.Server.handle(
          SENDS            | jetty.util.Blocker$Shared$1.block( & jetty.io.content.ContentSinkOutputStream.write( & com.example.Up.run(
          SENDS            | SharedBlockingCallback$Blocker.block( & jetty.server.HttpOutput.write( & jetty.server.HttpOutput.close(
          SENDS            | java.lang.Object.wait( & org.apache.coyote.http2.Stream.reserveWindowSize( & org.apache.coyote.http2.Stream$StreamOutputBuffer.flush(
          SENDS            | java.lang.Object.wait( & org.apache.coyote.http2.Http2UpgradeHandler.reserveWindowSize( & org.apache.coyote.http2.Stream$StreamOutputBuffer.flush(
          SENDS            | java.lang.Object.wait( & com.ibm.ws.http.channel.h2internal.H2StreamProcessor.writeDataSync(
          SENDS            | java.lang.Object.wait( & io.undertow.server.protocol.framed.AbstractFramedStreamSinkChannel.awaitWritable(
          SENDS            | io.helidon.http.http2.FlowControlImpl$Outbound.blockTillUpdate(
          SENDS            | org.apache.coyote.http11.Http11OutputBuffer$SocketOutputBuffer.doWrite(
          SENDS            | SharedBlockingCallback.acquire( & jetty.server.HttpOutput.close(
          SENDS_BODY       | jetty.util.Blocker$Shared$1.block( & jetty.client.OutputStreamRequestContent$AsyncOutputStream.write(
          SENDS_INDEX      | jetty.server.HttpOutput.write( & solr.handler.ReplicationHandler$DirectoryFileStream.write(
          SENDS_INDEX      | jetty.server.HttpOutput.write( & solr.handler.admin.api.ReplicationAPIBase$DirectoryFileStream.write(
          FETCHES_INDEX    | jetty.client.util.InputStreamResponseListener$Input.read( & org.apache.solr.handler.IndexFetcher$FileFetcher.fetch(
          FETCHES_INDEX    | java.net.SocketInputStream.read( & org.apache.solr.handler.IndexFetcher.fetchLatestIndex(
          FETCHES_INDEX    | java.net.SocketInputStream.read( & org.apache.solr.handler.SnapPuller$DirectoryFileFetcher.fetchPackets(
          FETCHES_INDEX    | java.net.SocketInputStream.read( & org.apache.solr.handler.IndexFetcher.fetch( & org.apache.solr.cloud.RecoveryStrategy.run(
          FETCHES_INDEX    | java.lang.Thread.sleep( & org.apache.solr.cloud.RecoveryStrategy.run(
          FETCHES_INDEX    | jetty.client.util.InputStreamResponseListener.get( & org.apache.solr.cloud.RecoveryStrategy.sendPrepRecoveryCmd(
          FETCHES_INDEX    | org.apache.solr.handler.component.HttpShardHandler.take( & org.apache.solr.update.PeerSync.sync( & org.apache.solr.cloud.RecoveryStrategy.run(
          AWAITS_ZOOKEEPER | java.lang.Object.wait( & org.apache.zookeeper.ClientCnxn.submitRequest( & org.apache.solr.servlet.HttpSolrCall.call(
          AWAITS_MERGES    | java.lang.Object.wait( & org.apache.lucene.index.ConcurrentMergeScheduler.doStall( & org.apache.solr.servlet.HttpSolrCall.call(
          AWAITS_ANSWER    | java.lang.Object.wait( & org.apache.solr.client.solrj.impl.ConcurrentUpdateHttp2SolrClient.blockUntilFinished( & org.apache.solr.update.SolrCmdDistributor.blockAndDoRetries( & org.apache.solr.servlet.HttpSolrCall.call(
          AWAITS_MEMORY    | java.lang.Thread.sleep( & java.nio.Bits.reserveMemory( & org.eclipse.jetty.http2.HTTP2Connection$HTTP2Producer.produce(
          MERGES_AND_SENDS | jetty.server.HttpOutput.write( & org.apache.solr.client.solrj.io.stream.TupleStream.writeMap(
          IN_STREAM        | oracle.jdbc.driver.OracleResultSet.next( & org.apache.solr.client.solrj.io.stream.JDBCStream.read(
          OTHER            | java.lang.Thread.sleep( & org.apache.solr.client.solrj.io.stream.DaemonStream$StreamRunner.stream(
          OTHER            | CompletableFuture.get( & org.apache.solr.servlet.HttpSolrProxy.doHttpProxy( & org.apache.solr.servlet.HttpSolrCall.call(
          OTHER            | org.apache.http.impl.io.ChunkedInputStream.read( & org.apache.solr.servlet.HttpSolrCall.remoteQuery( & org.apache.solr.servlet.HttpSolrCall.call(
          AWAITS_RESPONSE  | io.netty.util.concurrent.DefaultPromise.await( & io.netty.channel.DefaultChannelPromise.sync( & com.example.Server.main(
          OTHER            | reactor.core.publisher.BlockingSingleSubscriber.blockingGet( & org.springframework.boot.web.embedded.netty.NettyWebServer$1.run(
          AWAITS_RESPONSE  | io.netty.util.concurrent.DefaultPromise.await( & com.example.Client.main(
          """)
  void recognizesActivityFromStack(Activity activity, String stack) {
    Set<FrameGroup> frames = EnumSet.noneOf(FrameGroup.class);
    for (String frame : stack.split(" & ")) {
      FrameGroup.addGroups(frame.startsWith("jetty.") ? "org.eclipse." + frame : frame, frames);
    }
    assertThat(Activity.of(frames)).isEqualTo(activity);
  }
}
