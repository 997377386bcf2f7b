package io.streambench.diagnose.cluster;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.base.files.Json;
import io.streambench.diagnose.judge.UnseenJvm;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;

/**
 * An HTTP client for requests to Solr nodes, each with a timeout. Certificates are always verified.
 * Redirects are not followed, because they could reveal the password to another host.
 */
public final class SolrHttp {

  private final HttpClient client;
  private final String authorization;
  private final Duration timeout;

  private SolrHttp(HttpClient client, String authorization, Duration timeout) {
    this.client = client;
    this.authorization = authorization;
    this.timeout = timeout;
  }

  /**
   * A response, or the reason why there is none.
   *
   * @param status HTTP status; 0 if there was no response
   * @param failureCause the kind of failure; null if the response can be used
   * @param error a description of the failure; null if the response can be used
   */
  record Response(int status, CompressedText json, UnseenJvm.Cause failureCause, String error) {
    JsonNode tree() {
      return SolrHttp.parseJson(json.text());
    }

    /** Returns whether the node, or a proxy in front of the node, is currently unavailable. */
    boolean isDown() {
      return status >= 500
          || failureCause == UnseenJvm.Cause.SILENT
          || failureCause == UnseenJvm.Cause.UNREACHABLE;
    }
  }

  /** Returns a subscriber that compresses a response while it arrives, to save memory. */
  private static BodySubscriber<CompressedText> compressingSubscriber() {
    CompressedText.Compressor compressor = new CompressedText.Compressor();
    return BodySubscribers.mapping(
        BodySubscribers.ofByteArrayConsumer(piece -> piece.ifPresent(compressor::add)),
        all -> compressor.text());
  }

  /**
   * Opens a client with a timeout for each request.
   *
   * @param credentials {@code user:password}; empty if none are needed
   */
  public static SolrHttp open(TlsFiles tls, Optional<String> credentials, Duration timeout)
      throws IOException, GeneralSecurityException {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .sslContext(tls.createSslContext());
    byte[] plain = credentials.orElse("").getBytes(StandardCharsets.UTF_8);
    return new SolrHttp(
        builder.build(),
        plain.length == 0 ? "" : "Basic " + Base64.getEncoder().encodeToString(plain),
        timeout);
  }

  /** Sends a GET request whose response must be JSON. The future never completes exceptionally. */
  CompletableFuture<Response> get(String url) {
    return send(url, HttpRequest.Builder::GET);
  }

  CompletableFuture<Response> post(String url, String form) {
    return send(
        url,
        request ->
            request
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
  }

  private CompletableFuture<Response> send(String url, UnaryOperator<HttpRequest.Builder> method) {
    CompletableFuture<HttpResponse<CompressedText>> sent;
    try {
      HttpRequest.Builder request =
          method.apply(HttpRequest.newBuilder(URI.create(url))).timeout(timeout);
      if (!authorization.isEmpty()) {
        request.header("Authorization", authorization);
      }
      sent = client.sendAsync(request.build(), head -> compressingSubscriber());
    } catch (IllegalArgumentException e) { // a cluster may use any host name for a node
      return CompletableFuture.completedFuture(
          new Response(
              0,
              NodeSnapshot.EMPTY_TEXT,
              UnseenJvm.Cause.UNREACHABLE,
              "Java cannot ask a host of that name (an underscore?): give its IP address"));
    }
    return sent.copy()
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (response, failure) -> {
              sent.cancel(true); // otherwise an incomplete body would stay open
              return toResponse(url, response, failure);
            });
  }

  private Response toResponse(
      String url, HttpResponse<CompressedText> response, Throwable failure) {
    if (failure != null) {
      return failedResponse(
          url, failure instanceof CompletionException ? failure.getCause() : failure);
    }
    int status = response.statusCode();
    CompressedText json = response.body();
    if (status == 200 && json.isObject()) {
      return new Response(status, json, null, null);
    }
    return new Response(
        status,
        json,
        UnseenJvm.Cause.REFUSED,
        switch (status) {
          case 200 -> "its answer is not JSON, is cut or too long: a proxy, or no Solr node";
          case 301, 302, 303, 307, 308 ->
              "it redirects (" + status + ") to " + redirectTarget(response);
          case 401 -> "it wants a user and a password, or others than these (401): --user NAME";
          case 403 -> "this user may not ask that (403)";
          case 404 -> "no Solr answers at this path, or a proxy hides it (404)";
          default -> "it answers with status " + status;
        });
  }

  /** Returns the target of a redirect without its query, which may contain a secret. */
  private static String redirectTarget(HttpResponse<?> response) {
    return SingleLine.of(
        response
            .headers()
            .firstValue("Location")
            .orElse("nowhere")
            .replaceFirst("[?#].*", "")
            .replaceFirst("//.*@", "//"));
  }

  private Response failedResponse(String url, Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof SSLException && String.valueOf(at.getMessage()).contains("ecognized SSL")) {
        return failedResponse(UnseenJvm.Cause.REFUSED, "no TLS is spoken there: use http:");
      } else if (at instanceof SSLException) {
        return failedResponse(
            UnseenJvm.Cause.REFUSED,
            "TLS fails, a certificate may be missing: --cacert FILE, or the client's --cert FILE ("
                + at.getMessage()
                + ")");
      } else if (at instanceof UnresolvedAddressException || at instanceof UnknownHostException) {
        return failedResponse(UnseenJvm.Cause.UNREACHABLE, "this machine does not know that host");
      }
    }
    if (cause instanceof HttpConnectTimeoutException) {
      return failedResponse(
          UnseenJvm.Cause.UNREACHABLE,
          TextFormat.of("no connection within %d s", timeout.toSeconds()));
    } else if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
      return failedResponse(
          UnseenJvm.Cause.SILENT, TextFormat.of("no answer within %d s", timeout.toSeconds()));
    }
    return cause instanceof ConnectException
        ? failedResponse(
            UnseenJvm.Cause.UNREACHABLE, "nothing listens there, or the connection is refused")
        : failedResponse(
            UnseenJvm.Cause.UNUSABLE,
            "the connection breaks"
                + (url.startsWith("https:")
                    ? " (is a client's certificate missing? --cert)"
                    : " (or use https:)")
                + ": "
                + cause);
  }

  private static Response failedResponse(UnseenJvm.Cause failureCause, String error) {
    return new Response(0, NodeSnapshot.EMPTY_TEXT, failureCause, SingleLine.of(error));
  }

  /** Parses JSON; returns a missing node if the text is not JSON. */
  static JsonNode parseJson(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }
}
