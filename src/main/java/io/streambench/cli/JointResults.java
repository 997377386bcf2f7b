package io.streambench.cli;

import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.rendezvous.Member;
import io.streambench.bench.rendezvous.Rendezvous;
import io.streambench.compare.cells.CellNames;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.outcome.MergedResults;
import io.streambench.compare.outcome.MergedResults.Merged;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The merged results of clients that measured together, and the outcomes of each client. */
final class JointResults {
  static final String STATUS = "status";

  static final String RESULTS = "results.json";

  /** Endings of the names of files to upload to ZooKeeper, most important first. */
  static final List<String> FILES =
      List.of(STATUS, RESULTS, "results.outcomes.json", LoadFile.EXTENSION, ".zip");

  private final List<Member> members;
  private final int expectedClients;
  private final List<String> lost;
  private final Map<String, List<CellOutcome>> outcomes = new TreeMap<>();

  /** Maps each client whose files could not be used to the reason. */
  private final Map<String, String> unusableClients = new TreeMap<>();

  private final Map<String, Path> results = new TreeMap<>();
  private final Map<String, List<LoadFile>> loads = new TreeMap<>();
  private final MergedResults merged;

  /**
   * Fetches and merges the results of all clients.
   *
   * @param expectedClients number of expected clients
   * @param lost clients that began but left no results
   */
  JointResults(Rendezvous rendezvous, int expectedClients, List<String> lost, Path folder)
      throws Exception {
    this.members = rendezvous.members();
    this.expectedClients = expectedClients;
    this.lost = lost;
    for (Member member : members) {
      if (!lost.contains(member.client())) {
        fetchFrom(rendezvous, member.client(), folder);
      }
    }
    merged = new MergedResults(results);
    merged.writeTo(folder.resolve("merged.json"));
    for (Map.Entry<String, List<LoadFile>> load : loads.entrySet()) {
      LoadFile.merged(load.getValue()).writeTo(folder.resolve(load.getKey()));
    }
  }

  /** Fetches one client's files. A failure does not affect the other clients. */
  private void fetchFrom(Rendezvous rendezvous, String client, Path folder) {
    try {
      Path own = Files.createDirectories(folder.resolve("clients").resolve(client));
      rendezvous.fetch(client, own);
      Path file = own.resolve(RESULTS);
      if (!Files.exists(file) || !Files.exists(StudyFile.outcomesOf(file))) {
        Path status = own.resolve(STATUS);
        String ended = Files.exists(status) ? Files.readString(status) : "with no status";
        unusableClients.put(client, "ended " + ended + " without a result");
        return;
      }
      List<CellOutcome> seen = StudyFile.read(StudyFile.outcomesOf(file)).outcomes();
      new MergedResults(Map.of(client, file)); // throws if it cannot be read
      for (Path load : loadFilesIn(own)) {
        loads
            .computeIfAbsent(load.getFileName().toString(), unseen -> new ArrayList<>())
            .add(LoadFile.read(load));
      }
      outcomes.put(client, seen);
      results.put(client, file);
    } catch (Exception e) {
      unusableClients.put(client, SingleLine.of(String.valueOf(e.getMessage())));
    }
  }

  private static List<Path> loadFilesIn(Path own) throws IOException {
    try (Stream<Path> files = Files.list(own)) {
      return files.filter(file -> file.toString().endsWith(LoadFile.EXTENSION)).sorted().toList();
    }
  }

  /** Returns the overall status, which is FAILED if results of a client are missing. */
  ExitStatus status() {
    List<Outcome> all =
        outcomes.values().stream().flatMap(List::stream).map(CellOutcome::outcome).toList();
    boolean complete =
        missingClients() == 0
            && lost.isEmpty()
            && unusableClients.isEmpty()
            && merged.cells().stream().allMatch(cell -> cell.omittedClients().isEmpty());
    return complete && !all.isEmpty() ? ExitStatus.ofOutcomes(all) : ExitStatus.FAILED;
  }

  private int missingClients() {
    return Math.max(0, expectedClients - members.size());
  }

  String text() {
    return headline() + "\n\n" + tables().text();
  }

  String markdown() {
    return ResultTable.escaped(headline()) + "\n\n" + tables().markdown();
  }

  private Document tables() {
    return new Document(
        "",
        "",
        Document.Tone.UNCLEAR,
        "",
        List.of(Section.of(scores()), Section.of(outcomeTable())));
  }

  private String headline() {
    List<String> parts = new ArrayList<>();
    parts.add(TextFormat.of("%d of %d clients measured", results.size(), expectedClients));
    if (missingClients() > 0) {
      parts.add(TextFormat.of("%d did not come in time (--wait)", missingClients()));
    }
    describeClients("lost, without a result", lost).ifPresent(parts::add);
    unusableClients.forEach((client, why) -> parts.add(client + ": " + why));
    for (Merged cell : merged.cells()) {
      String left = "not in the sum of " + label(cell) + ", since their forks or iterations differ";
      describeClients(left, cell.omittedClients()).ifPresent(parts::add);
    }
    return String.join("; ", parts) + ".";
  }

  private static Optional<String> describeClients(String what, Collection<String> clients) {
    return clients.isEmpty()
        ? Optional.empty()
        : Optional.of(what + ": " + String.join(", ", clients));
  }

  private ResultTable scores() {
    ResultTable.Builder<Merged> table =
        ResultTable.grid("", merged.cells())
            .text("combination", this::label)
            .number(
                "all",
                cell ->
                    TextFormat.of("%.3f ± %.3f %s", cell.score(), cell.scoreError(), cell.unit()))
            .number("clients", cell -> cell.shares().size());
    for (String client : outcomes.keySet()) {
      table.number(
          client,
          cell ->
              Optional.ofNullable(cell.shares().get(client))
                  .map(score -> TextFormat.of("%.3f", score)));
    }
    return table;
  }

  /** Returns a label for a combination: its distinctive parameters, or the benchmark's name. */
  private String label(Merged labelled) {
    return new CellNames(merged.cells().stream().map(Merged::cell).toList())
        .shortName(labelled.cell());
  }

  private record ClientOutcome(String client, String outcome, String what) {}

  private ResultTable outcomeTable() {
    List<ClientOutcome> rows = new ArrayList<>();
    outcomes.forEach(
        (client, cells) ->
            cells.forEach(
                cell -> rows.add(new ClientOutcome(client, cell.outcome().name(), cell.detail()))));
    lost.forEach(
        client -> rows.add(new ClientOutcome(client, "LOST", "ended before it left a result")));
    return ResultTable.grid("", rows)
        .text("client", ClientOutcome::client)
        .text("outcome", ClientOutcome::outcome)
        .text("what it saw", ClientOutcome::what);
  }

  Map<String, Object> json(Path folder) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", status().name());
    json.put("folder", folder.toString());
    json.put("clients", members);
    json.put("missing", missingClients());
    json.put("lost", lost);
    json.put("useless", unusableClients);
    json.put("outcomes", outcomes);
    json.put("merged", merged.cells());
    return json;
  }
}
