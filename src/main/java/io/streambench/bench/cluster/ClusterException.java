package io.streambench.bench.cluster;

import com.google.common.base.Throwables;
import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.bench.settings.ZkHost;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Thrown if a cluster cannot be used with the given settings. The message is a single line for
 * users. The exception has no stack trace, since the program itself is not at fault.
 */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> details;

  ClusterException(String message, Throwable cause) {
    this(message, cause, List.of());
  }

  ClusterException(String message, Throwable cause, List<String> details) {
    super(toOneLine(message), cause, true, false);
    this.details = List.copyOf(details);
  }

  static ClusterException of(String setting, String rule, Object value) {
    return of(setting, rule, value, null);
  }

  /** Creates an exception about a setting that does not fit the cluster. */
  static ClusterException of(String setting, String rule, Object value, Throwable cause) {
    return new ClusterException(new SettingException(setting, rule, value).getMessage(), cause);
  }

  /** Creates an exception about a ZooKeeper to which a run cannot connect. */
  static ClusterException connectionFailure(
      String setting, long limitSeconds, ZkHost zkHost, RuntimeException failure) {
    return of(
        setting,
        findCause(failure, TimeoutException.class).isPresent()
            ? TextFormat.of("answer within %d s", limitSeconds)
            : "be the ZooKeeper of a SolrCloud (" + rootCauseMessage(failure) + ")",
        zkHost,
        failure);
  }

  /** Returns a copy without the cause, for callers that print exceptions in full. */
  public ClusterException withoutCause() {
    return new ClusterException(getMessage(), null, details());
  }

  /**
   * Returns additional lines to show below the message, such as the last lines of a log. The list
   * is often empty.
   */
  public List<String> details() {
    return details == null ? List.of() : details;
  }

  /** Returns the first throwable of the given type in the causal chain of a failure. */
  static <T extends Throwable> Optional<T> findCause(Throwable failure, Class<T> type) {
    return Throwables.getCausalChain(failure).stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  static String rootCauseMessage(Throwable failure) {
    Throwable root = Throwables.getRootCause(failure);
    String type = root.getClass().getSimpleName();
    return toOneLine(root.getMessage() == null ? type : type + ": " + root.getMessage());
  }

  private static String toOneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
