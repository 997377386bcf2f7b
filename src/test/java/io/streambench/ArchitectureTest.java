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
 * Seven layers: each imports only those below it in this list, and the client none. A layer's name
 * is the first part of its packages' names below {@code io.streambench}.
 */
@AnalyzeClasses(packages = "io.streambench", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** The repair. Users' {@code solr.in.sh} refers to its classes by this name. */
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

  private static final Set<String> NAMED = new TreeSet<>();

  private static String ours(String name) {
    NAMED.add("io.streambench." + name);
    return "io.streambench." + name + "..";
  }

  /** A rule about a package that was renamed would hold for no class, and pass. */
  @ArchTest
  static void everyPackageThatARuleNamesHasClasses(JavaClasses classes) {
    assertThat(NAMED).hasSizeGreaterThan(TOP_DOWN.size()).allMatch(classes::containPackage);
  }

  @ArchTest
  static final ArchRule importsPointDownOnly =
      CompositeArchRule.of(
          TOP_DOWN.stream()
              .skip(1)
              .<ArchRule>map(
                  lower ->
                      noClasses()
                          .that()
                          .resideInAPackage(ours(lower))
                          .should()
                          .dependOnClassesThat()
                          .resideInAnyPackage(
                              TOP_DOWN.subList(0, TOP_DOWN.indexOf(lower)).stream()
                                  .map(ArchitectureTest::ours)
                                  .toArray(String[]::new)))
              .toList());

  /** Its jar has no other package of ours. */
  @ArchTest
  static final ArchRule theClientImportsNoOtherLayer =
      noClasses()
          .that()
          .resideInAPackage(ours(CLIENT))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              TOP_DOWN.stream()
                  .filter(layer -> !layer.equals(CLIENT))
                  .map(ArchitectureTest::ours)
                  .toArray(String[]::new));

  /** The rule that at most one of any two packages knows the other, however deep they are. */
  @ArchTest
  static final ArchRule noPackagesGoInCircles =
      slices().matching("io.streambench.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule everyClassIsInALayer =
      classes()
          .should()
          .resideInAnyPackage(TOP_DOWN.stream().map(ArchitectureTest::ours).toArray(String[]::new));

  @ArchTest
  static final ArchRule pureAnalysisKnowsNeitherSolrNorJettyNorJmh =
      noClasses()
          .that()
          .resideInAnyPackage(PURE.stream().map(ArchitectureTest::ours).toArray(String[]::new))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.solr..",
              "org.eclipse.jetty..",
              "org.openjdk.jmh..",
              "org.apache.logging..");

  /** It is one file without these libraries. */
  @ArchTest
  static final ArchRule theToolNeedsNeitherSolrNorJettyNorJmh =
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
  static final ArchRule aJreIsEnoughForAllVerbs =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("com.sun.tools..");

  @ArchTest
  static final ArchRule jettyTypesStayWhereTheyAreWiredOrShown =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              ours("bench.transport"),
              ours("bench.cluster"),
              ours("bench.runfolder"),
              ours("flow.recording"),
              ours(CLIENT))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.eclipse.jetty..");

  @ArchTest
  static final ArchRule nothingBelowTheEdgeReadsASystemProperty =
      noClasses()
          .that()
          .resideInAnyPackage(
              ours("compare.cells"),
              ours("compare.outcome"),
              ours("compare.report"),
              ours("compare.statistics"),
              ours("bench.documents"),
              ours("bench.settings"),
              ours("diagnose.judge"),
              ours("diagnose.report"),
              ours("flow.recording"),
              ours("flow.replay"),
              ours("flow.rule"),
              ours("flow.window"),
              ours("base.chart"),
              ours("base.page"),
              ours("base.table"),
              "io.streambench.base")
          .should()
          .callMethod(System.class, "getProperty", String.class)
          .orShould()
          .callMethod(System.class, "getProperty", String.class, String.class)
          .orShould()
          .callMethod(System.class, "setProperty", String.class, String.class);

  /**
   * Judges and reports compare kinds and numbers; they never search, cut or edit a sentence. These
   * classes examine names of files, the body of a request, addresses, the log of a run, a title to
   * be shortened, and a note of several lines.
   */
  @ArchTest
  static final ArchRule judgesAndReportsExamineNoSentence =
      noClasses()
          .that()
          .resideInAnyPackage(
              ours("flow.rule"),
              ours("flow.replay"),
              ours("diagnose.judge"),
              ours("diagnose.report"))
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
   * The generated {@code equals} of a record keeps its class in the JDK ({@code
   * java.lang.runtime.ObjectMethods}), and with it the agent in a JVM that it has left.
   */
  @ArchTest
  static final ArchRule theAgentComparesNoRecordsOfItsOwn =
      noClasses()
          .that()
          .resideInAnyPackage(
              ours("diagnose.agent"),
              ours("diagnose.live"),
              ours("diagnose.watch"),
              ours("diagnose.release"))
          .should()
          .callMethodWhere(
              target(name("equals"))
                  .and(target(owner(assignableTo(Record.class))))
                  .as("equals of a record"));
}
