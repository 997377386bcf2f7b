package io.streambench;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the seven layers: each imports only the layers below it in this list, and the client
 * imports none. A layer's name is the first part of its packages' names below {@code
 * io.streambench}.
 */
@AnalyzeClasses(packages = "io.streambench", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** The package of the repair. Users' {@code solr.in.sh} contains names of its classes. */
  private static final String CLIENT = "strategy";

  private static final List<String> TOP_DOWN =
      List.of("cli", "compare", "bench", "diagnose", CLIENT, "flow", "base");

  private static final List<String> PURE =
      List.of(
          "compare.cells",
          "compare.statistics",
          "compare.report",
          "bench.settings",
          "diagnose",
          "flow.predict",
          "flow.replay",
          "flow.rule",
          "flow.events",
          "flow.threads",
          "flow.window",
          "base");

  private static final Set<String> NAMED_PACKAGES = new TreeSet<>();

  private static String packagesBelow(String packageName) {
    NAMED_PACKAGES.add("io.streambench." + packageName);
    return "io.streambench." + packageName + "..";
  }

  /** A rule about a renamed package would apply to no class, and pass. */
  @ArchTest
  static void packagesNamedByRulesHaveClasses(JavaClasses classes) {
    assertThat(NAMED_PACKAGES)
        .hasSizeGreaterThan(TOP_DOWN.size())
        .allMatch(classes::containPackage);
  }

  @ArchTest
  static final ArchRule layersImportOnlyLowerLayers =
      CompositeArchRule.of(
          TOP_DOWN.stream()
              .skip(1)
              .<ArchRule>map(
                  lower ->
                      noClasses()
                          .that()
                          .resideInAPackage(packagesBelow(lower))
                          .should()
                          .dependOnClassesThat()
                          .resideInAnyPackage(
                              TOP_DOWN.subList(0, TOP_DOWN.indexOf(lower)).stream()
                                  .map(ArchitectureTest::packagesBelow)
                                  .toArray(String[]::new)))
              .toList());

  /** The client's jar contains no other package of this project. */
  @ArchTest
  static final ArchRule clientImportsNoOtherLayer =
      noClasses()
          .that()
          .resideInAPackage(packagesBelow(CLIENT))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              TOP_DOWN.stream()
                  .filter(layer -> !layer.equals(CLIENT))
                  .map(ArchitectureTest::packagesBelow)
                  .toArray(String[]::new));

  /** For any two packages at any depth, at most one depends on the other. */
  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("io.streambench.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule everyClassIsInALayer =
      classes()
          .should()
          .resideInAnyPackage(
              TOP_DOWN.stream().map(ArchitectureTest::packagesBelow).toArray(String[]::new));

  @ArchTest
  static final ArchRule pureAnalysisIsFreeOfSolrJettyAndJmh =
      noClasses()
          .that()
          .resideInAnyPackage(
              PURE.stream().map(ArchitectureTest::packagesBelow).toArray(String[]::new))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.solr..",
              "org.eclipse.jetty..",
              "org.openjdk.jmh..",
              "org.apache.logging..");

  /** The tool is a single file without these libraries. */
  @ArchTest
  static final ArchRule toolIsFreeOfSolrJettyAndJmh =
      noClasses()
          .that()
          .haveFullyQualifiedName("io.streambench.cli.StreambenchMain")
          .should()
          .transitivelyDependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.solr..",
              "org.eclipse.jetty..",
              "org.openjdk.jmh..",
              "org.apache.logging..",
              "org.apache.zookeeper..",
              "org.slf4j..");

  /** Solr's official image has a JRE, without {@code jdk.attach} and {@code jcmd}. */
  @ArchTest
  static final ArchRule verbsNeedOnlyAJre =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("com.sun.tools..");

  @ArchTest
  static final ArchRule jettyTypesAreUsedOnlyInListedPackages =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              packagesBelow("bench.transport"),
              packagesBelow("bench.cluster"),
              packagesBelow("bench.runfolder"),
              packagesBelow("flow.recording"),
              packagesBelow(CLIENT))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.eclipse.jetty..");

  @ArchTest
  static final ArchRule innerPackagesAccessNoSystemProperties =
      noClasses()
          .that()
          .resideInAnyPackage(
              packagesBelow("compare.cells"),
              packagesBelow("compare.outcome"),
              packagesBelow("compare.report"),
              packagesBelow("compare.statistics"),
              packagesBelow("bench.documents"),
              packagesBelow("bench.settings"),
              packagesBelow("diagnose.judge"),
              packagesBelow("diagnose.report"),
              packagesBelow("flow.recording"),
              packagesBelow("flow.replay"),
              packagesBelow("flow.rule"),
              packagesBelow("flow.window"),
              packagesBelow("base.chart"),
              packagesBelow("base.page"),
              packagesBelow("base.table"),
              "io.streambench.base")
          .should()
          .callMethod(System.class, "getProperty", String.class)
          .orShould()
          .callMethod(System.class, "getProperty", String.class, String.class)
          .orShould()
          .callMethod(System.class, "setProperty", String.class, String.class);

  /**
   * Judges and reports compare kinds and numbers; they never search, cut or edit a sentence. The
   * excluded classes examine file names, a request body, addresses, the log of a run, a title to
   * shorten, and a note of several lines.
   */
  @ArchTest
  static final ArchRule judgesAndReportsNeverParseSentences =
      noClasses()
          .that()
          .resideInAnyPackage(
              packagesBelow("flow.rule"),
              packagesBelow("flow.replay"),
              packagesBelow("diagnose.judge"),
              packagesBelow("diagnose.report"))
          .and()
          .haveNameNotMatching(
              ".*\\.(DumpedJvm|HeapFacts|PredictionAdvice|SessionTrack|ShardNames|TimelinePicture)")
          .should()
          .accessTargetWhere(
              JavaAccess.Predicates.target(owner(type(String.class)))
                  .and(
                      JavaAccess.Predicates.target(
                          nameMatching(
                              "contains|contentEquals|(starts|ends)With|(lastI|i)ndexOf|lines"
                                  + "|matches|replace(All|First)?|split|substring")))
                  .as("methods that examine a text"));

  /**
   * The generated {@code equals} of a record is cached in the JDK ({@code
   * java.lang.runtime.ObjectMethods}). The cache would keep the record's class, and thereby the
   * agent, in a JVM that the agent has left.
   */
  @ArchTest
  static final ArchRule agentNeverComparesRecords =
      noClasses()
          .that()
          .resideInAnyPackage(
              packagesBelow("diagnose.agent"),
              packagesBelow("diagnose.live"),
              packagesBelow("diagnose.watch"),
              packagesBelow("diagnose.release"))
          .should()
          .callMethodWhere(
              target(name("equals"))
                  .and(target(owner(assignableTo(Record.class))))
                  .as("equals of a record"));
}
