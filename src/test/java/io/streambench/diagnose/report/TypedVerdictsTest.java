package io.streambench.diagnose.report;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Judges and reports compare kinds and numbers; they never search, cut or edit a sentence. */
class TypedVerdictsTest {
  private static final Set<String> ON_TEXT =
      Set.of(
          "contains",
          "contentEquals",
          "endsWith",
          "indexOf",
          "lastIndexOf",
          "lines",
          "matches",
          "replace",
          "replaceAll",
          "replaceFirst",
          "split",
          "startsWith",
          "substring");

  /** What these classes examine, which is no sentence of ours. */
  private static final Map<String, String> OF_INPUT =
      Map.of(
          "DumpedJvm", "names of files",
          "HeapFacts", "the body of a request",
          "SessionTrack", "addresses",
          "ShardNames", "the log of a run",
          "TimelinePicture", "a title to be shortened",
          "PredictionAdvice", "a note of several lines");

  private static Set<String> textMethods(JavaClass one) {
    return one.getAccessesFromSelf().stream()
        .map(JavaAccess::getTarget)
        .filter(target -> target.getOwner().isEquivalentTo(String.class))
        .map(target -> target.getName())
        .filter(ON_TEXT::contains)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void judgesAndReportsDoNotExamineSentences() {
    Map<String, Set<String>> found =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(
                    "io.streambench.flow.rule",
                    "io.streambench.flow.replay",
                    "io.streambench.diagnose.judge",
                    "io.streambench.diagnose.report")
                .that(describe("examine text", (JavaClass one) -> !textMethods(one).isEmpty()))
                .stream()
                .collect(
                    Collectors.toMap(JavaClass::getSimpleName, TypedVerdictsTest::textMethods));
    assertThat(found.keySet()).as("%s", found).isEqualTo(OF_INPUT.keySet());
  }
}
