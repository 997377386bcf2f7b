package io.streambench;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.List;

/** Imports point one way: down this list. */
@AnalyzeClasses(packages = "io.streambench", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final List<String> TOP_DOWN =
      List.of(
          "cli",
          "study",
          "bench",
          "versions",
          "doctor",
          "evidence",
          "redaction",
          "watchdog",
          "cluster",
          "documents",
          "transport",
          "watch",
          "release",
          "live",
          "recording",
          "dispatch",
          "rendezvous",
          "report",
          "diagnose",
          "predict",
          "results",
          "heap",
          "analysis",
          "eventlog",
          "threads",
          "config",
          "files",
          "agent",
          "strategy");

  private static final List<String> PURE =
      List.of("predict", "results", "heap", "analysis", "eventlog", "threads", "config", "files");

  private static String ours(String name) {
    return "io.streambench." + name + "..";
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
                                  .toArray(String[]::new))
                          .allowEmptyShould(true))
              .toList());

  /** The rule that at most one of any two packages knows the other, however deep they are. */
  @ArchTest
  static final ArchRule noPackagesGoInCircles =
      slices().matching("io.streambench.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule everyClassHasItsPlaceInTheList =
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

  @ArchTest
  static final ArchRule jettyTypesStayWhereTheyAreWiredOrShown =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              ours("transport"),
              ours("recording"),
              ours("strategy"),
              ours("cluster"),
              ours("watchdog"))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.eclipse.jetty..");

  @ArchTest
  static final ArchRule nothingBelowTheEdgeReadsASystemProperty =
      noClasses()
          .that()
          .resideInAnyPackage(
              ours("documents"),
              ours("report"),
              ours("results"),
              ours("analysis"),
              ours("config"),
              ours("recording"))
          .should()
          .callMethod(System.class, "getProperty", String.class)
          .orShould()
          .callMethod(System.class, "getProperty", String.class, String.class)
          .orShould()
          .callMethod(System.class, "setProperty", String.class, String.class);

  /**
   * The generated {@code equals} of a record keeps its class in the JDK ({@code
   * java.lang.runtime.ObjectMethods}), and with it the agent in a JVM that it has left.
   */
  @ArchTest
  static final ArchRule theAgentComparesNoRecordsOfItsOwn =
      noClasses()
          .that()
          .resideInAnyPackage(ours("agent"), ours("live"), ours("watch"), ours("release"))
          .should()
          .callMethodWhere(
              target(name("equals"))
                  .and(target(owner(assignableTo(Record.class))))
                  .as("equals of a record"));
}
