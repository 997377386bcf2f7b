package io.streambench.bench.redaction;

import static io.streambench.bench.redaction.RedactorTest.redactor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RedactorPropertiesTest {
  @Property(tries = 3_000)
  void redactionIsIdempotent(@ForAll("logLines") String text) {
    Redactor redactor = redactor();
    String once = redactor.redact(text);
    assertThat(redactor.redact(once)).isEqualTo(once);
    assertThat(redactor().redact(redactor().redact(text))).isEqualTo(redactor().redact(text));
  }

  @Example
  void redactsNameInLinesBeforeItIsRecognized() {
    String once = redactor().redact("merge on ws9 began\nhttp://ws9:8983/solr\nws9 ended");
    assertThat(once).isEqualTo("merge on node-1 began\nhttp://node-1:port-1/solr\nnode-1 ended");
  }

  @Example
  void doesNotMistakeKeyForHost() {
    String text = "password=hunter2 lab-pc-42\nlocalhost\" : \"password=hunter2";
    String once = redactor().redact(text);
    assertThat(once).contains("password=<secret> node").doesNotContain("hunter2", "lab-pc-42");
    assertThat(redactor().redact(once)).isEqualTo(once);
  }

  @Property(tries = 1_000)
  void jsonStaysJson(@ForAll("arbitraryTexts") String key, @ForAll("arbitraryTexts") String value)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    String text = json.writeValueAsString(Map.of("a" + key, List.of(value, value), "b", value));
    json.readTree(new RedactedJson(redactor()).redact(text));
    String pretty =
        json.writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("password", value));
    json.readTree(new RedactedJson(redactor()).redact(pretty));
  }

  @Property(tries = 200)
  void removesAddressFromAnyText(
      @ForAll("arbitraryTexts") String before, @ForAll("arbitraryTexts") String after) {
    String text = before + " 10.20.30.40:8983 " + after;
    assertThat(redactor().redact(text)).doesNotContain("10.20.30.40");
  }

  @Provide
  Arbitrary<String> logLines() {
    Arbitrary<String> word =
        Arbitraries.of(
            ("10.0.0.1~10.0.0.2:8983~[::1]:8983~fe80::1%eth0~http://bob:x@ws7.corp:80/solr~"
                    + "ws7.corp:8983_solr~/home/bob/x~/home/annabel~password=hunter2~host=ws7~"
                    + "Cookie: a=b~Authorization: Basic QWxhZGRpbg==~user=bob~\"owner\" : \"annabel\"~"
                    + "lab-pc-42~localhost~bob@corp.example~--token hunter2~zk1:2181,zk2:2181/solr~"
                    + "\"token\" : 12~recvWindow=0~\"--password hunter2\"~[\"-u\",\"bob:hunter2\"]~"
                    + "<password>hunter2</password>~\"password\":{\"value\":\"hunter2\"}~"
                    + "password => hunter2~09:10:44.715~C:\\Users\\bob~ws7/10.0.0.1:80~Bearer abc123~"
                    + "local=ws9:80~port=8983~http%3A%2F%2Fws7%3A8983~x~751cd6d4")
                .split("~", -1));
    Arbitrary<String> gap =
        Arbitraries.of(" ", ", ", "\n", " (", ") ", "\"", "\" : \"", "; ", "|", "{", "}", "\t");
    return Combinators.combine(word, gap)
        .as((text, behind) -> text + behind)
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> arbitraryTexts() {
    return Arbitraries.oneOf(
            Arbitraries.of(
                ("http://~://~bob~:~@~10.0.0.1~:8983~_8983_solr~/home/~password=~Cookie: ~"
                        + "host=~\"~\\~'~<~>~&~,~;~ ~::1~[~]~{~}~zk1.corp~lab-pc-42~annabel~=~user=~-u ~"
                        + "--password ~Bearer ~local:~node-1~port-1~<secret>~%3A~.~-~_~/~\n~"
                        + "\"token\" : ~1.2.3.4~fe80::1~%eth0~port=~x~\u00e9~localhost~C:\\Users\\~"
                        + "owner=~/<unresolved>:~12~ip-1-2-3-4")
                    .split("~", -1)),
            Arbitraries.strings().ofMaxLength(4))
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }
}
