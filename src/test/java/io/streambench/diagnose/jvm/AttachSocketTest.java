package io.streambench.diagnose.jvm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.program.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachSocketTest {
  private static final Duration LONG_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);

  @TempDir Path folder;

  private JavaProcess jvm;
  private Path socket;
  private ServerSocketChannel listener;

  @BeforeEach
  void start() throws Exception {
    jvm = JavaProcess.ofTest(folder, List.of(), LoadedAgentTest.Host.class);
    jvm.awaitOutput("ready");
    socket = Path.of("/tmp/.java_pid" + jvm.pid());
  }

  @AfterEach
  void end() throws Exception {
    jvm.close();
    if (listener != null) {
      listener.close();
    }
    Files.deleteIfExists(socket);
  }

  private AttachSocket.Response execute(String command, Duration timeout) throws IOException {
    return new AttachSocket(jvm.pid()).execute(command, timeout, timeout);
  }

  private Path requestFile() {
    return folder.resolve(".attach_pid" + jvm.pid());
  }

  @Test
  void executesRepeatedCommandsAndLeavesNoFile() throws Exception {
    for (int i = 0; i < 2; i++) {
      AttachSocket.Response threads = execute("Thread.print", LONG_TIMEOUT);
      assertThat(threads.status()).isZero();
      assertThat(threads.output()).startsWith("2").contains("Full thread dump", "\"main\"");
      assertThat(requestFile()).doesNotExist();
    }
    assertThat(jvm.output()).doesNotContain("Full thread dump");
  }

  @Test
  void reportsStatusAndReasonOfUnknownCommand() throws Exception {
    AttachSocket.Response response = execute("No.such", LONG_TIMEOUT);
    assertThat(response.status()).isNotZero();
    assertThat(response.output()).contains("Unknown diagnostic command");
  }

  /**
   * The JVM is stopped first without its socket, then with it. The second time, the kernel accepts
   * the command, but the JVM does not read it.
   */
  @Test
  void stoppedJvmCausesTimeoutAndLeavesNoFile() throws Exception {
    signal("STOP");
    assertThatThrownBy(() -> execute("Thread.print", SHORT_TIMEOUT))
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(requestFile()).doesNotExist();
    signal("CONT");
    assertThat(execute("Thread.print", LONG_TIMEOUT).status()).isZero();
    signal("STOP");
    assertThatThrownBy(() -> execute("Thread.print", SHORT_TIMEOUT))
        .isInstanceOf(SocketTimeoutException.class);
  }

  private void signal(String name) throws Exception {
    assertThat(new ProcessBuilder("kill", "-s", name, Long.toString(jvm.pid())).start().waitFor())
        .isZero();
  }

  /** Another user may have created the socket to read the commands. */
  @Test
  void rejectsSocketThatOthersCanOpen() throws Exception {
    listen(true);
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> execute("Thread.print", LONG_TIMEOUT))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("remove " + "/proc/" + jvm.pid() + "/root" + socket);
  }

  @Test
  void namesSocketOfEarlierProcess() throws Exception {
    listen(false);
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> Jcmd.of(jvm.pid(), "attach").threadDump())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("remove .java_pid" + jvm.pid());
  }

  /** Creates a socket file. Java leaves the file when the socket is closed. */
  private void listen(boolean keepOpen) throws IOException {
    listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    if (!keepOpen) {
      listener.close();
    }
  }

  /** Java 24 and later send the output while it is created. */
  @Test
  void rejectsResponseIfJvmEndedMeanwhile() throws Exception {
    listen(true);
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
    CompletableFuture<AttachSocket.Response> response =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return execute("Thread.print", LONG_TIMEOUT);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    try (SocketChannel accepted = listener.accept()) {
      accepted.read(ByteBuffer.allocate(1 << 10)); // closing with unread data would be a reset
      accepted.write(ByteBuffer.wrap("0\n17\nFull thread dump".getBytes(US_ASCII)));
      jvm.kill();
      jvm.waitFor();
    }
    assertThat(response)
        .failsWithin(LONG_TIMEOUT)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("the JVM has ended");
  }

  @Test
  void endedProcessIsNoJvm() throws Exception {
    jvm.kill();
    jvm.waitFor();
    assertThatThrownBy(() -> execute("Thread.print", LONG_TIMEOUT)).isInstanceOf(IOException.class);
  }
}
