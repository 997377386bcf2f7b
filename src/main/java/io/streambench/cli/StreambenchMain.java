package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.bench.runfolder.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The main class of {@code ./streambench} and {@code streambench.jar}. The first argument is a
 * verb, such as {@code diagnose}. Each verb is a picocli {@link Command} that returns the code of
 * an {@link ExitStatus}. This class handles help, version and errors for all verbs. {@link
 * SolrFeatures} adds the verbs that need Solr, Jetty or JMH.
 */
@Command(
    name = "streambench",
    description =
        "Finds out whether distributed streams of Solr can hang, or why they do; compares results"
            + " of benchmarks.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = StreambenchMain.Version.class,
    usageHelpWidth = 96,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:done",
      "1:failed",
      "2:wrong use; one line says what",
      "3:a stall was found",
    })
public final class StreambenchMain implements Callable<Integer> {
  private static final int SUGGESTED_HEAP_FACTOR = 4;

  /**
   * The verbs in {@code streambench.jar}. They must not use Solr, which is not part of that jar.
   */
  private static final List<Class<?>> VERBS =
      List.of(
          DiagnoseVerb.class,
          AttachVerb.class,
          ReleaseVerb.class,
          AnalyzeVerb.class,
          PredictVerb.class,
          CompareVerb.class,
          EvidenceVerb.class);

  @Spec private CommandSpec spec;

  StreambenchMain() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments, new StandardOutput(), System.err));
  }

  /**
   * Runs a verb and returns the exit status. The output is UTF-8 without colours in every locale,
   * because it is compared, parsed and pasted into reports.
   */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    String verb = arguments.length == 0 ? "" : arguments[0];
    List<Class<?>> named =
        VERBS.stream()
            .filter(type -> type.getAnnotation(Command.class).name().equals(verb))
            .toList();
    // creates only the named verb: creating all takes longer than analyzing a short log
    return run(named.isEmpty() ? commandLine() : commandLine(named), arguments, out, err);
  }

  /** Returns the command line with all available verbs. */
  public static CommandLine commandLine() {
    List<Object> verbs = new ArrayList<>(VERBS);
    SolrFeatures.find().map(SolrFeatures::verbs).ifPresent(verbs::addAll);
    return commandLine(verbs);
  }

  private static CommandLine commandLine(List<?> verbs) {
    CommandLine streambench = new CommandLine(new StreambenchMain());
    verbs.forEach(streambench::addSubcommand);
    ResourceBundle help = ResourceBundle.getBundle("io.streambench.cli.help");
    streambench.getSubcommands().values().forEach(verb -> verb.setResourceBundle(help));
    return streambench;
  }

  /** Runs a verb of {@code streambench}, to which a test may have added verbs. */
  static int run(CommandLine streambench, String[] arguments, PrintStream out, PrintStream err) {
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    PrintWriter answers = new PrintWriter(out, true, StandardCharsets.UTF_8);
    CommandLine.IExecutionStrategy verbs = streambench.getExecutionStrategy();
    streambench
        .setExecutionStrategy(
            typed -> {
              requireNonEmptyValues(typed);
              return verbs.execute(typed);
            })
        .setOut(answers)
        .setErr(errors)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (e, typed) -> reportUsageError(errors, toSettingException(e).getMessage()))
        .setExecutionExceptionHandler((e, verb, parsed) -> reportFailure(errors, e));
    try {
      int status = streambench.execute(arguments);
      if (answers.checkError()) {
        errors.println("ERROR: the answer could not be written to standard output");
        return status == ExitStatus.SUCCESS.code() ? ExitStatus.FAILED.code() : status;
      }
      return status;
    } catch (OutOfMemoryError e) {
      long mebibytes = Runtime.getRuntime().maxMemory() >> 20;
      errors.println(
          TextFormat.of(
              "ERROR: %,d MiB of heap are not enough; give java -Xmx%dm (./streambench: JAVA_OPTS)",
              mebibytes, SUGGESTED_HEAP_FACTOR * mebibytes));
      return ExitStatus.FAILED.code();
    } finally {
      answers.flush();
      errors.flush();
    }
  }

  /** Throws for an empty value, which an unset variable in a script can cause. */
  private static void requireNonEmptyValues(ParseResult parseResult) {
    for (ParseResult verb = parseResult; verb != null; verb = verb.subcommand()) {
      for (ArgSpec argument : verb.matchedArgs()) {
        if (argument.originalStringValues().contains("")) {
          throw new MissingParameterException(verb.commandSpec().commandLine(), argument, "");
        }
      }
    }
  }

  /** Prints the help, and throws a {@link SettingException} because the verb is missing. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    throw new SettingException("verb", "be " + describeVerbs(spec.commandLine()), "");
  }

  private static int reportUsageError(PrintWriter errors, String message) {
    errors.println(Invocation.replaceCommand(SingleLine.of(message)));
    return ExitStatus.WRONG_USE.code();
  }

  private static int reportFailure(PrintWriter errors, Exception e) {
    if (e instanceof SettingException
        || SolrFeatures.find().filter(all -> all.hasUserMessage(e)).isPresent()) {
      return reportUsageError(errors, e.getMessage());
    }
    // Includes the class, since the message of a NoSuchFileException is only the file name.
    errors.println(SingleLine.of("ERROR: " + e.getClass().getSimpleName() + ": " + e.getMessage()));
    return ExitStatus.FAILED.code();
  }

  /** Converts an exception of picocli to a {@link SettingException}, if possible. */
  private static Exception toSettingException(ParameterException e) {
    if (e.getCause() instanceof SettingException mistake) {
      return mistake;
    }
    CommandLine command = e.getCommandLine();
    // a mistyped option explains why a value is missing
    List<String> unmatched =
        e instanceof UnmatchedArgumentException several
            ? several.getUnmatched()
            : command.getUnmatchedArguments().stream()
                .filter(argument -> argument.startsWith("-"))
                .toList();
    if (!unmatched.isEmpty()) {
      String typed = unmatched.get(0);
      boolean option = typed.startsWith("-");
      if (!option && command.getParent() == null) {
        return new SettingException(
            "verb", "be " + describeVerbs(command), typed, command.getSubcommands().keySet());
      }
      String rule = "be one that '" + command.getCommandSpec().qualifiedName() + " --help' lists";
      Set<String> options = option ? command.getCommandSpec().optionsMap().keySet() : Set.of();
      return new SettingException(option ? "option" : "argument", rule, typed, options);
    }
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      ArgSpec argument = missing.getMissing().get(0);
      int least = argument.arity().min();
      return new SettingException(
          name(argument),
          least > 1 ? "have at least " + least + " values" : "have a value",
          String.valueOf(e.getMessage()).replaceFirst("^.*specified: \\[(.*)]$|.*", "$1"));
    }
    return e.getArgSpec() == null || e.getValue() == null
        ? e
        : new SettingException(name(e.getArgSpec()), rule(e.getArgSpec()), e.getValue());
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String rule(ArgSpec argument) {
    Class<?> type = argument.type();
    if (type == Integer.class || type == int.class) {
      return "be a whole number";
    }
    return type == boolean.class || type == Boolean.class
        ? "be true or false"
        : "be " + argument.paramLabel();
  }

  private static String describeVerbs(CommandLine streambench) {
    return "one of " + String.join(", ", streambench.getSubcommands().keySet());
  }

  static final class Version implements IVersionProvider {
    private static final String BUILD_PROPERTIES =
        "/META-INF/maven/io.streambench/streambench/pom.properties";

    @Override
    public String[] getVersion() throws IOException {
      Properties built = new Properties();
      try (InputStream in = StreambenchMain.class.getResourceAsStream(BUILD_PROPERTIES)) {
        if (in != null) {
          built.load(in);
        }
      }
      Map<String, Object> git = Environment.gitState();
      String solr = Environment.solrVersion();
      return Stream.of(
              "streambench " + built.getProperty("version", "(not from its jar)"),
              "commit " + git.get("gitCommit") + ", dirty: " + git.get("gitDirty"),
              solr.equals(Environment.UNKNOWN)
                  ? ""
                  : "Solr " + solr + ", Jetty " + Environment.jettyVersion(),
              "JDK " + Runtime.version())
          .filter(line -> !line.isEmpty())
          .toArray(String[]::new);
    }
  }
}
