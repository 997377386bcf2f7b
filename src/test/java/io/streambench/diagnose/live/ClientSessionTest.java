package io.streambench.diagnose.live;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClientSessionTest {
  private static final String HTTP2 = "org.eclipse.jetty.http2.";
  private static final String CLIENT_SESSION = HTTP2 + "HTTP2Session";

  @TempDir static Path folder;

  /** The bodies of the compiled classes, as in Jetty 10.0.0. */
  private static final Map<String, String> BODIES =
      Map.of(
          "org.eclipse.jetty.util.Jetty",
          "{ public static final String VERSION = \"10.0.0\"; }",
          "org.eclipse.jetty.io.EndPoint",
          "{ public Object getConnection() { return this; } }",
          "org.eclipse.jetty.io.Connection",
          "{ public long getBytesIn() { return 0; } }",
          HTTP2 + "HTTP2Connection",
          "{ public boolean isUseInputDirectByteBuffers() { return true; } }",
          HTTP2 + "HTTP2Stream",
          """
          { public int getId() { return 1; }
            public int getRecvWindow() { return 1; }
            public boolean isRemotelyClosed() { return true; }
            public boolean isResetOrFailed() { return true; } }\
          """,
          HTTP2 + "AbstractFlowControlStrategy",
          "{ public int getInitialStreamRecvWindow() { return 1; } }",
          HTTP2 + "BufferingFlowControlStrategy",
          "{ Object maxSessionRecvWindow; Object sessionLevel; Object streamLevels; }",
          CLIENT_SESSION,
          """
          { public int getRecvWindow() { return 7; }
            public int getSendWindow() { return 1; }
            public boolean isClosed() { return false; }
            public java.util.List getStreams() { return java.util.List.of(); }
            public java.net.InetSocketAddress getLocalAddress() { return null; }
            public java.net.InetSocketAddress getRemoteAddress() {
              return new java.net.InetSocketAddress("127.0.0.1", 8983); }
            public Object getFlowControlStrategy() { return new BufferingFlowControlStrategy(); }
            public Object getEndPoint() { return null; } }\
          """);

  @BeforeAll
  static void compile() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", "" + folder));
    for (Map.Entry<String, String> body : BODIES.entrySet()) {
      int dot = body.getKey().lastIndexOf('.');
      String name = body.getKey().substring(dot + 1);
      String text = "package %s;\npublic class %s %s";
      Path source = Files.createDirectories(folder.resolve(body.getKey())).resolve(name + ".java");
      Files.writeString(
          source, text.formatted(body.getKey().substring(0, dot), name, body.getValue()));
      arguments.add(source.toString());
    }
    String[] all = arguments.toArray(String[]::new);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, all)).isZero();
  }

  /**
   * Creates a session of the compiled classes. The member named {@code missing} gets another name.
   */
  private static Object newSession(String missing) throws Exception {
    ClassLoader jetty =
        new ClassLoader(ClassLoader.getPlatformClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
              Path file = folder.resolve(name.replace('.', '/') + ".class");
              String length = "\0" + (char) missing.length(); // as in the constant pool
              byte[] bytes =
                  Files.readString(file, ISO_8859_1)
                      .replace(length + missing, length + "x".repeat(missing.length()))
                      .getBytes(ISO_8859_1);
              return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
              throw new ClassNotFoundException(name, e);
            }
          }
        };
    return jetty.loadClass(CLIENT_SESSION).getConstructor().newInstance();
  }

  @Test
  void readsSessionOfEarlyJetty10() throws Exception {
    ClientSession session = new ClientSession(newSession("none"));
    assertThat(session.unreadableReason()).isEmpty();
    assertThat(session.window()).isEqualTo(7);
    assertThat(session.remoteAddress()).isEqualTo("127.0.0.1:8983");
  }

  @ParameterizedTest
  @EnumSource(JettyAccess.Member.class)
  void rejectsSessionIfJettyLacksMember(JettyAccess.Member member) throws Exception {
    String name = member.names.get(member.names.size() - 1);
    ClientSession session = new ClientSession(newSession(name));
    assertThat(session.unreadableReason()).contains("Jetty 10.0.0 lacks ").hasLineCount(1);
    assertThat(session.remoteAddress()).isEmpty();
    assertThat(session.hasEnded()).isFalse();
  }
}
