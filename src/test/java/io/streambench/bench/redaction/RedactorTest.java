package io.streambench.bench.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.LinearTime;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

public class RedactorTest {
  public static Redactor redactor() {
    return new Redactor(
        new Secrets(
            Set.of("lab-pc-42", "lab-pc-42.uni.example"),
            Set.of("annabel"),
            Map.of("/home/annabel", "~", "/home/annabel/src/bench", "<work>")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local:/127.0.0.1:46964,remote:/10.1.2.3:8983 | local:/node-1:port-1,remote:/node-2:port-2",
        "Connected to 192.168.0.17 | Connected to node-1",
        "SendThread(127.0.0.1:36541) | SendThread(node-1:port-1)",
        "{HTTP/1.1, (http/1.1, h2c)}{127.0.0.1:8983} | {HTTP/1.1, (http/1.1, h2c)}{node-1:port-1}",
        "n:127.0.0.1:8983_solr x:c_shard1 | n:node-1:port-1_solr x:c_shard1",
        "live_nodes/10.0.0.7_8983_solr | live_nodes/node-1_port-1_solr",
        "State-7205-127.0.0.1:8983_solr-n_00 | State-7205-node-1:port-1_solr-n_00",
        "ws7.corp.example_8983_solr | node-1_port-1_solr",
        "shards=http%3A%2F%2Fws7.corp%3A8983%2Fsolr | shards=http%3A%2F%2Fnode-1%3Aport-1%2Fsolr",
        "remote:ws7.corp/10.0.0.7:8983 | remote:node-1/node-1:port-1",
        "ws7/<unresolved>:8983 | node-1/<unresolved>:port-1",
        "GET http://solr-prod-7.example.com:8983/solr | GET http://node-1:port-1/solr",
        "http://intranet/wiki | http://node-1/wiki",
        "-DzkHost=zk1.corp:2181,zk2.corp:2181/solr | -DzkHost=node-1:port-1,node-2:port-1/solr",
        "zkHost=zk1:2281,zk2:2282/solr | zkHost=node-1:port-1,node-2:port-2/solr",
        "to zk1:2181,zk2:2181/solr | to node-1:port-1,node-2:port-1/solr",
        "UnknownHostException: backend7 | UnknownHostException: node-1",
        "on lab-pc-42 and LAB-PC-42.uni.example! | on node-1 and node-1!",
        "localhost:8983 | node-1:port-1",
        "at ip-10-0-3-7.ec2.internal | at node-1",
        "[::1]:8983 and [fe80::1%eth0] | node-1:port-1 and [node-2]",
        "/[0:0:0:0:0:0:0:1]:8983 = ::1 | /node-1:port-1 = node-1",
        "0:0:0:0:0:0:0:1:46964 | node-1:port-1",
        "fe80:0:0:0:1:2:3:4%2:46964 | node-1:port-1",
        "::ffff:10.0.0.1 | node-1",
        "Origin@4aa[http://10.0.0.7:80,tag=null]]@40b | Origin@4aa[http://node-1:port-1,tag=null]]@40b",
        "{\"local\" : \"ws7:46964\"} | {\"local\" : \"node-1:port-1\"}",
        "link/ether 52:54:00:1a:2b:3c brd ff:ff:ff:ff:ff:ff | link/ether <secret> brd <secret>",
        "eth0 52-54-00-1A-2B-3C up since 26-11-22-10-43-53 | eth0 <secret> up since 26-11-22-10-43-53",
        "host=fe80::1%eth0 x | host=node-1 x",
        "remote:fe80::7 down | remote:node-1 down",
        "fe80::1:46964 | node-1:port-1",
        "userinfo=user%40realm:hunter2 x | userinfo=<secret> x",
        "http://zeus:8983/solr failed, Zeus too, zeus/ | http://node-1:port-1/solr failed, node-1 too, node-1/",
        "http://leader:8983/solr is the leader | http://node-1:port-1/solr is the leader",
        "\"qtp1-53-solr-9.acme.example-76\" #53 | \"qtp1-53-node-1-76\" #53",
        "(qtp1-53-ws7-76) said, ws7 too | (qtp1-53-node-1-76) said, node-1 too",
        "q=x&rid=ws7.corp-76&rows=5 | q=x&rid=node-1-76&rows=5",
        "main-SendThread(zk-0.zk-hs:2181) | main-SendThread(node-1:port-1)",
        "SendThread(zk1:12181) | SendThread(node-1:port-1)",
        "solr-1.solr-headless.acme-prod:8983 | node-1:port-1",
        "x-1-thread-2-processing-solr-7:8983_solr then solr-7 | x-1-thread-2-processing-node-1:port-1_solr then node-1",
        "name=x-1-thread-2-processing-localhost:8983_solr c | name=x-1-thread-2-processing-node-1:port-1_solr c",
        "y-processing-n:solr-7:8983_solr x:c | y-processing-n:node-1:port-1_solr x:c",
        "OverseerStateUpdate-7205-solr7.corp:8983_solr-n_0 | OverseerStateUpdate-7205-node-1:port-1_solr-n_0",
        "remote:ws7.corp/[fd00:0:0:0:0:0:0:7]:8983 | remote:node-1/node-1:port-1",
        "[backend7/10.0.0.7] failed, backend7 | [node-1/node-1] failed, node-1",
        "http://ws-7.corp:8983/solr then ws-7 | http://node-1:port-1/solr then node-1",
        "http://SolrProd7:8983 then SolrProd7 | http://node-1:port-1 then node-1",
        "%22zk1%3A2181%2Czk2%3A2181 | %22node-1%3Aport-1%2Cnode-2%3Aport-1",
        "zk1%3a2181%2csolr | node-1%3aport-1%2csolr",
        "q%3Dlab-pc-42 | q%3Dnode-1",
        "http%3a%2f%2fws7.corp%3a8983 | http%3a%2f%2fnode-1%3aport-1",
        "http:////ws7:9000//solr | http:////node-1:port-1//solr",
        "{\"u\":\"http:\\/\\/ws7:9000\\/solr\"} | {\"u\":\"http:\\/\\/node-1:port-1\\/solr\"}",
        "file:///opt/x file:////opt/y | file:///opt/x file:////opt/y",
        "(qtp1-53-zeus-76) and zeus | (qtp1-53-node-1-76) and node-1",
        "x:c t:ws7.corp-76] said | x:c t:node-1-76] said",
        "qtp1-53-ws7.corp-76. ws7.corp | qtp1-53-node-1-76. node-1",
        "%2210.0.0.7%3A2181%2C10.0.0.8%3a2181 | %22node-1%3Aport-1%2Cnode-2%3aport-1",
        "[backend7/fd00:0:0:0:0:0:0:7] failed, backend7 | [node-1/node-1] failed, node-1",
        "http://solr-0.svc.ns1:8983 http://solr-0.svc.ns2:8983 solr-0.svc.ns2 | http://node-1:port-1 http://node-2:port-1 node-2",
        "http://solr-1.corp:80 http://solr-1-b.corp:80 solr-1-b.corp | http://node-1:port-1 http://node-2:port-1 node-2",
        "http://bob:hunter2@ws7/solr then ws7 | http://<secret>@node-1/solr then node-1",
        "http%3A%2F%2Fbob%3Ahunter2%40ws7%2Fsolr%3Fq%3Da | http%3A%2F%2F<secret>%40node-1%2Fsolr%3Fq%3Da",
        "jdbc:mysql://db7,db8/acme | jdbc:mysql://node-1,node-2/acme",
        "Origin@4aa[http://ws7:80,tag=null,protocol=x] | Origin@4aa[http://node-1:port-1,tag=null,protocol=x]",
        "{host=ws7,port=80} user=bob,password=x | {host=node-1,port=port-1} user=user-1,password=<secret>",
        "zkHost%3D\"zk1,zk2/solr\",q%3D\"a\" | zkHost%3D\"node-1,node-2/solr\",q%3D\"a\"",
        "%28zkHost%3D%22zk1%2Czk2%2Fsolr%22%2C | %28zkHost%3D%22node-1%2Cnode-2%2Fsolr%22%2C",
        "zkHost=\"zk1, zk2, zk3/solr\" | zkHost=\"node-1, node-2, node-3/solr\"",
        "Certificate for <ws7.corp> doesn't match any of the subject alternative names: [*.corp, a.corp] | Certificate for <node-1> doesn't match any of the subject alternative names: [<secret>]",
        "No subject alternative DNS name matching ws7.corp found. | No subject alternative DNS name matching node-1 found.",
        "user%3Duser%3Dx host%3Dws7%26port%3D80 | user%3Duser%3Duser-1 host%3Dnode-1%26port%3Dport-1",
        "Could not connect to ZooKeeper zeus,ares/solr within 30000 ms | Could not connect to ZooKeeper node-1,node-2/solr within 30000 ms",
        "Could not connect to ZooKeeper zeus,ares within 30000 ms | Could not connect to ZooKeeper node-1,node-2 within 30000 ms",
        "solr-0.solr-hs.acme-prod.svc.cluster.local is down | node-1 is down",
        "ec2-54-1-2-3.eu-west-1.compute.amazonaws.com is down | node-1 is down",
        "Host is unresolved: ws7 | Host is unresolved: node-1",
        "-Dsolr.host.advertise=ws7 -Dsolr.kerberos.cookie.domain=corp.example | -Dsolr.host.advertise=node-1 -Dsolr.kerberos.cookie.domain=node-2",
        "-agentlib:jdwp=transport=dt_socket,address=ws7:5005 | -agentlib:jdwp=transport=dt_socket,address=node-1:port-1",
        "http://sun:8983/ at sun.nio.ch.EPoll.wait(x) | http://node-1:port-1/ at sun.nio.ch.EPoll.wait(x)",
        "http://runnable:8983/ State: RUNNABLE | http://node-1:port-1/ State: RUNNABLE",
        "http://node1.corp:8983 core_node1 books_shard1_replica_n1 | http://node-1:port-1 core_node1 books_shard1_replica_n1",
      })
  void replacesAddresses(String text, String expected) {
    assertThat(redactor().redact(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/home/annabel/.m2 and /home/bob/x | ~/.m2 and /home/user-1/x",
        "file:///home/annabel/src/bench/target | file://<work>/target",
        "/home/annabella/x | /home/user-1/x",
        "C:\\Users\\Bob\\x | C:\\Users\\user-1\\x",
        "\"C:\\\\Users\\\\Bob Smith\\\\x\" | \"C:\\\\Users\\\\user-1\\\\x\"",
        "/Users/bob/x | /Users/user-1/x",
        "%2fhome%2fbob%2fx | %2fhome%2fuser-1%2fx",
        "user=bob: denied to bob | user=user-1: denied to user-1",
        "principal: [principal: bob] | principal: [principal: user-1]",
        "user=\"bob smith\" x | user=\"user-1\" x",
        "email:%22bob%40corp.example%22 | email:%22user-1%40node-1%22",
        "user.name=bob | user.name=user-1",
        "USER=bob | USER=user-1",
        "\"user.name\" : \"bob\" | \"user.name\" : \"user-1\"",
        "/tmp/hsperfdata_annabel/1 | /tmp/hsperfdata_user-1/1",
        "owner=annabel | owner=user-1",
        "mail bob@corp.example now | mail user-1@node-1 now",
      })
  void replacesUsers(String text, String expected) {
    assertThat(redactor().redact(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://bob:hunter2@ws7.corp:8983/solr | http://<secret>@node-1:port-1/solr",
        "?q=1&password=hunter2&rows=5 | ?q=1&password=<secret>&rows=5",
        "?token=hunter2&x=1 | ?token=<secret>&x=1",
        "?apikey=hunter2 | ?apikey=<secret>",
        "-Djavax.net.ssl.keyStorePassword=hunter2 -Xmx2g | -Djavax.net.ssl.keyStorePassword=<secret> -Xmx2g",
        "-Dbasicauth=bob:hunter2 | -Dbasicauth=<secret>",
        "[\"-Dx.password=hunter2\", \"-Xmx2g\"] | [\"-Dx.password=<secret>\", \"-Xmx2g\"]",
        "Authorization: Basic Ym9iOmh1bnRlcjI= | Authorization: Basic <secret>",
        "Authorization: Bearer hunter2 | Authorization: Bearer <secret>",
        "Proxy-Authorization: hunter2 | Proxy-Authorization: <secret>",
        "Cookie: a=hunter2; b=hunter2 | Cookie: <secret>",
        "Set-Cookie: a=\"hunter2\"; Path=/hunter2 | Set-Cookie: <secret>",
        "X-Api-Key: hunter2 | X-Api-Key: <secret>",
        "\"X-Api-Key\" : \"hunter2\", \"a\" : 1 | \"X-Api-Key\" : \"<secret>\", \"a\" : 1",
        "\"password\" : 4711, \"a\" : 1 | \"password\" : <secret>, \"a\" : 1",
        "\"Cookie\" : [ \"hunter2\", \"hunter2\" ], \"a\" : 1 | \"Cookie\" : <secret>",
        "{\"c\":\"-Dpassword=\\\"hunter2 hunter2\\\" x\"} | {\"c\":\"-Dpassword=\\\"<secret>\\\" x\"}",
        "curl -u bob:hunter2 x | curl -u <secret> x",
        "solr --credentials bob:hunter2 | solr --credentials <secret>",
        "[\"--password hunter2\"] | [\"--password <secret>\"]",
        "\"--token hunter2\" x | \"--token <secret>\" x",
        "[\"--password\",\"hunter2\"] | [\"--password\",\"<secret>\"]",
        "[\"-u\", \"bob:hunter2\"] | [\"-u\", \"<secret>\"]",
        "curl --user bob:hunter2 x | curl --user <secret> x",
        "AWS_ACCESS_KEY_ID=hunter2 x | AWS_ACCESS_KEY_ID=<secret> x",
        "AWS_SECRET_ACCESS_KEY=hunter2 x | AWS_SECRET_ACCESS_KEY=<secret> x",
        "<password>hunter2</password> | <password><secret></password>",
        "<str name=\"password\">hunter2</str> | <str name=\"password\"><secret></str>",
        "{\"password\":{\"value\":\"hunter2\"},\"a\":1} | {\"password\":<secret>",
        "{\"authorization\":{\"Basic\":\"hunter2\"}} | {\"authorization\":<secret>",
        "{\"tokens\":[\"hunter2\",\"hunter3\"]} | {\"tokens\":<secret>",
        "password => hunter2 x | password => <secret> x",
        "password:= hunter2 x | password:= <secret> x",
        "jwt eyJhbGciOi.eyJzdWIi.c2ln end | jwt <secret> end",
        "http:////bob:hunter2@ws7:8983 | http:////<secret>@node-1:port-1",
        "Bearer: hunter2 x | Bearer: <secret> x",
        "licenseKey=hunter2 x | licenseKey=<secret> x",
        "/acme?user%3Dbob%26password%3Dhunter2\",sql%3D\"x\" | /acme?user%3Duser-1%26password%3D<secret>\",sql%3D\"x\"",
        "%22password%22%3A%22hunter2%22%2C%22a%22&wt=x | %22password%22%3A%22<secret>%22%2C%22a%22&wt=x",
        "Authorization%3A%20Basic%20hunter2%3D&wt=x | Authorization%3A<secret>&wt=x",
        "password1=hunter2 token_2=hunter2 x | password1=<secret> token_2=<secret> x",
        "s3.secret.key=hunter2 secret-key=hunter2 x | s3.secret.key=<secret> secret-key=<secret> x",
        "password\t=\thunter2 x | password\t=\t<secret> x",
        "password        : hunter2 x | password        : <secret> x",
        "-Dpassword=a'hunter2 -Dpassword=a\"hunter2\" | -Dpassword=<secret> -Dpassword=<secret>\"",
        "\\\\\\\"password\\\\\\\":\\\\\\\"hunter2\\\\\\\" | \\\\\\\"password\\\\\\\":\\\\\\\"<secret>\\\"",
        "-storepass hunter2 -keypass hunter2 x | -storepass <secret> -keypass <secret> x",
        "jwe eyJhbGciOi.OKOa.48V1.hunter2.hunter2 end | jwe <secret> end",
        "jdbc:oracle:thin:bob/hunter2@ws7:1521:x | jdbc:oracle:thin:<secret>@node-1:port-1:x",
      })
  void removesCredentials(String text, String expected) {
    assertThat(redactor().redact(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T09:10:44.715Z DEBUG (streambench-reader-1) [FlowControlStrategy] x",
        "elapsed 09:10:44.715 and 2026-11-21 09:10:54,123 or Nov 21, 2026 7:19:28 AM",
        "Solr 9.10.1, Jetty 10.0.26, JDK 17.0.15+6-Debian-1deb12u1, 65.0.1 or 1.8.0_392",
        "at java.lang.Thread.run(java.base@17.0.15/Thread.java:840)",
        "at io.streambench.bench.streaming.StreamingRun$1.run(StreamingRun.java:269)",
        "HTTP2Stream@776b382#1@751cd6d4{sendWindow=523899,recvWindow=8388608,queue=0,age=7}",
        "Sending, session send window 65535 -> 65146 for HTTP2ClientSession@751cd6d4",
        "session 751cd6d4 has no receive window left: 12,481,615 bytes unread",
        "\"owner\" : \"benchmark\", \"role\" : \"client\", \"id\" : 15, \"local\" : \"unknown\"",
        "tid=0x00007f4d980184b0 nid=0xec3 runnable  [0x00007f4d6ddfe000]",
        "package com.example, version 1.1.10.8",
        "HTTP2Stream::onData, std::abort, a ? b::c",
        "(qtp1482392762-53-null-76) and qtp1482392762-53",
        "rid=order-12 and -processing-x:2024_shard1_replica_n1",
        "qtp1978007743-46-acceptor-0@3d426689-ServerConnector@4956d6d9{HTTP/1.1, (http/1.1, h2c)}",
        "<svg xmlns=\"http://www.w3.org/2000/svg\">",
        "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256 - ConfigExcluded:'^.*_(MD5|SHA|SHA1)$'",
        "failure=null, password=null, user=null",
        "OID 1.3.6.1.4.1 of 300.1.2.3",
      })
  void keepsTechnicalDetails(String text) {
    assertThat(redactor().redact(text)).isEqualTo(text);
  }

  @Test
  void redactsEverythingBelowSecretKey() throws IOException {
    String json =
        "{\"password\":{\"value\":\"hunter2\"},\"credentials\":{\"a\":{\"b\":[\"hunter2\"]}},"
            + "\"authorization\":{\"Basic\":\"hunter2\"},"
            + "\"arguments\":[\"--password\",\"hunter2\",\"-u\",\"bob:hunter2\",\"-Xmx2g\"]}";
    assertThat(new RedactedJson(redactor()).redact(json))
        .doesNotContain("hunter2")
        .contains("-Xmx2g", "value", "Basic");
  }

  @Test
  void removesListOfNonProxyHosts() {
    assertThat(redactor().redact("-Dhttp.nonProxyHosts=*.corp.example|ws7.corp -Xmx2g"))
        .isEqualTo("-Dhttp.nonProxyHosts=<secret> -Xmx2g");
  }

  @Test
  void reusesPlaceholdersAcrossTexts() {
    Redactor redactor = redactor();
    assertThat(redactor.redact("http://ws7.corp:8983/solr")).isEqualTo("http://node-1:port-1/solr");
    assertThat(redactor.redact("WS7.corp:9000")).isEqualTo("node-1:port-2");
    assertThat(redactor.redact("10.0.0.1:8983")).isEqualTo("node-2:port-1");
    assertThat(redactor.redact("ws7.corp is down")).isEqualTo("node-1 is down");
    assertThat(redactor.nodeCount()).isEqualTo(2);
    assertThat(redactor.portCount()).isEqualTo(2);
  }

  @Test
  void replacesCommonWordsOnlyWhereNamesAreExpected() {
    Redactor root = new Redactor(new Secrets(Set.of("vm"), Set.of("root"), Map.of("/root", "~")));
    assertThat(root.redact("root cause, the vm said; package vm.root.x"))
        .isEqualTo("root cause, the vm said; package vm.root.x");
    assertThat(root.redact("/root/x user.name=root owner=root vm:8983 host=vm"))
        .isEqualTo("~/x user.name=user-1 owner=user-1 node-1:port-1 host=node-1");
  }

  @Test
  void keepsUserNameInsideClassName() {
    assertThat(redactor().redact("com.annabel.tool.Annabels annabelle annabel"))
        .isEqualTo("com.annabel.tool.Annabels annabelle user-1");
  }

  @Test
  void redactsFoldersOfThisMachine() {
    Redactor redactor = Redactor.ofThisMachine();
    assertThat(redactor.redact("user.home=" + System.getProperty("user.dir") + "/target"))
        .isEqualTo("user.home=<work>/target");
  }

  static Stream<String> partsOfLines() {
    return Stream.of(
        ("x~1.~a:~://a~password=~user=~host=~\"a\":~-u a:~a@b.~:1~::~Basic ~/home/~\\\"~=\"~"
                + "10.0.0.1:1,~eyJ.~ip-1-2-~Cookie: =\"~--token ~localhost.~lab-pc-42.~%3A1~a_1~"
                + "1-2.3:4 ~http://a:1,~['~local:~\\\\~token:'~\"password\":{~\"--password\",~"
                + "<password>~name=\"~-----BEGIN PRIVATE KEY-----~qtp1-1-~rid=a-1~ t:a-1~-processing-~"
                + "user%3D~user=a,~user=\"a ~host%3Da%2C~%40a.~a%40b.~http%3A%2F%2Fa~://a%40~<secret>@~//a,~:thin:a/~address=a:1,~password=a\"~:1,a:1,~\t=~a.b.cluster.local~a.~connect to ZooKeeper a,~SendThread(a~OverseerStateUpdate-1-~:\\/\\/a~:////a~[a/10.0.0.1]~a/[::1]:1~%2Fa")
            .split("~", -1));
  }

  @ParameterizedTest
  @MethodSource("partsOfLines")
  void redactsLongLinesInLinearTime(String part) throws Exception {
    LinearTime.check(
        part,
        250_000,
        characters ->
            assertThat(redactor().redact(part.repeat(characters / part.length()))).isNotEmpty());
  }

  @Test
  void replacesModuleFolderInAnyWorkingFolder() {
    Redactor redactor =
        new Redactor(
            new Secrets(
                Set.of(),
                Set.of(),
                Secrets.mapFolders("/tmp", "/srv/acme/bench", "/var/reports", "/home/annabel")));
    assertThat(redactor.redact("-Dout=/srv/acme/bench/target/run-1 /var/reports/a /home/annabel/b"))
        .isEqualTo("-Dout=<module>/target/run-1 <work>/a ~/b");
  }

  @Test
  void keepsParameterValueEqualToHostName() throws Exception {
    Redactor redactor =
        new Redactor(new Secrets(Set.of("buffering"), Set.of("embedded"), Map.of()));
    String json =
        "{\"flowControl\":\"buffering\",\"cluster\":\"buffering\",\"detail\":\"on buffering\"}";
    assertThat(new RedactedJson(redactor).redact(json))
        .contains("\"flowControl\" : \"buffering\"")
        .contains("\"cluster\" : \"node-1\"", "\"detail\" : \"on node-1\"");
  }

  @Test
  void redactsWholeSecretInJson() throws Exception {
    String json =
        "{\"password\":\"correct horse\",\"jvmArguments\":[\"-Dx.passphrase=it's a long one\"]}";
    assertThat(new RedactedJson(redactor()).redact(json))
        .contains("<secret>", "-Dx.passphrase=<secret>")
        .doesNotContain("correct", "horse", "long", "one");
  }

  @Test
  void redactsEveryLineOfPrivateKey() {
    assertThat(
            redactor()
                .redact(
                    "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJB\nhunter2=\n"
                        + "-----END RSA PRIVATE KEY-----\nb"))
        .isEqualTo(
            "a\n-----BEGIN RSA PRIVATE KEY-----\n<secret>\n<secret>\n"
                + "-----END RSA PRIVATE KEY-----\nb");
  }
}
