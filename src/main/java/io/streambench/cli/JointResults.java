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
import io.streambench.compare.outcome.MergedResults.MergedCell;
import io.streambench.flow.rule.Outcome;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The merged results of clients that measured together, and the outcomes of each client. */
final class JointResults {
  static final String STATUS_FILE = "status";

  static final String RESULTS_FILE = "results.json";

  /** The suffixes of the files to upload to ZooKeeper, most important first. */
  static final List<String> UPLOAD_SUFFIXES =
      List.of(STATUS_FILE, RESULTS_FILE, "results.outcomes.json", LoadFile.EXTENSION, ".zip");

  private final List<Member> members;
  private final int expectedClients;
  private final List<String> lostClients;
  private final Map<String, List<CellOutcome>> outcomesByClient = new TreeMap<>();

  /** Maps each client whose files could not be used to the reason. */
  private final Map<String, String> unusableClients = new TreeMap<>();

  private final Map<String, Path> resultFileByClient = new TreeMap<>();
  private final Map<String, List<LoadFile>> loadsByFileName = new TreeMap<>();
  private final MergedResults mergedResults;

  /**
   * Fetches and merges the results of all clients.
   *
   * @param expectedClients number of expected clients
   * @param lostClients clients that began but left no results
   */
  JointResults(Rendezvous rendezvous, int expectedClients, List<String> lostClients, Path folder)
      throws Exception {
    this.members = rendezvous.members();
    this.expectedClients = expectedClients;
    this.lostClients = lostClients;
    for (Member member : members) {
      if (!lostClients.contains(member.client())) {
        fetchClientFiles(rendezvous, member.client(), folder);
      }
    }
    mergedResults = new MergedResults(resultFileByClient);
    mergedResults.writeTo(folder.resolve("merged.json"));
    for (Map.Entry<String, List<LoadFile>> load : loadsByFileName.entrySet()) {
      LoadFile.mergeConcurrent(load.getValue()).writeTo(folder.resolve(load.getKey()));
    }
  }

  /** Fetches one client's files. A failure does not affect the other clients. */
  private void fetchClientFiles(Rendezvous rendezvous, String client, Path folder) {
    try {
      Path own = Files.createDirectories(folder.resolve("clients").resolve(client));
      rendezvous.downloadResults(client, own);
      Path file = own.resolve(RESULTS_FILE);
      if (!Files.exists(file) || !Files.exists(StudyFile.outcomesFile(file))) {
        Path status = own.resolve(STATUS_FILE);
        String ended = Files.exists(status) ? Files.readString(status) : "with no status";
        unusableClients.put(client, "ended " + ended + " without a result");
        return;
      }
      List<CellOutcome> seen = StudyFile.read(StudyFile.outcomesFile(file)).outcomes();
      new MergedResults(Map.of(client, file)); // throws if it cannot be read
      try (DirectoryStream<Path> loads = Files.newDirectoryStream(own, "*" + LoadFile.EXTENSION)) {
        for (Path load : loads) {
          loadsByFileName
              .computeIfAbsent(load.getFileName().toString(), unseen -> new ArrayList<>())
              .add(LoadFile.read(load));
        }
      }
      outcomesByClient.put(client, seen);
      resultFileByClient.put(client, file);
    } catch (Exception e) {
      unusableClients.put(client, SingleLine.of(String.valueOf(e.getMessage())));
    }
  }

  /** Returns the overall status, which is FAILED if the results of a client are missing. */
  ExitStatus status() {
    List<Outcome> all =
        outcomesByClient.values().stream().flatMap(List::stream).map(CellOutcome::outcome).toList();
    boolean complete =
        missingClientCount() == 0
            && lostClients.isEmpty()
            && unusableClients.isEmpty()
            && mergedResults.cells().stream().allMatch(cell -> cell.omittedClients().isEmpty());
    return complete && !all.isEmpty() ? ExitStatus.ofOutcomes(all) : ExitStatus.FAILED;
  }

  private int missingClientCount() {
    return Math.max(0, expectedClients - members.size());
  }

  String text() {
    return headline() + "\n\n" + tableDocument().text();
  }

  String markdown() {
    return ResultTable.escapeMarkdown(headline()) + "\n\n" + tableDocument().markdown();
  }

  private Document tableDocument() {
    return new Document(
        "",
        "",
        Document.Tone.UNCLEAR,
        "",
        List.of(Section.of(scoreTable()), Section.of(outcomeTable())));
  }

  private String headline() {
    List<String> parts = new ArrayList<>();
    parts.add(
        TextFormat.of("%d of %d clients measured", resultFileByClient.size(), expectedClients));
    if (missingClientCount() > 0) {
      parts.add(TextFormat.of("%d did not come in time (--wait)", missingClientCount()));
    }
    describeClients("lost, without a result", lostClients).ifPresent(parts::add);
    unusableClients.forEach((client, why) -> parts.add(client + ": " + why));
    for (MergedCell cell : mergedResults.cells()) {
      String left = "not in the sum of " + label(cell) + ", since their forks or iterations differ";
      describeClients(left, cell.omittedClients()).ifPresent(parts::add);
    }
    return String.join("; ", parts) + ".";
  }

  private static Optional<String> describeClients(String label, Collection<String> clients) {
    return clients.isEmpty()
        ? Optional.empty()
        : Optional.of(label + ": " + String.join(", ", clients));
  }

  private ResultTable scoreTable() {
    ResultTable.Builder<MergedCell> table =
        ResultTable.withAllColumns("", mergedResults.cells())
            .text("combination", this::label)
            .number(
                "all",
                cell ->
                    TextFormat.of("%.3f ± %.3f %s", cell.score(), cell.scoreError(), cell.unit()))
            .number("clients", cell -> cell.scoreByClient().size());
    for (String client : outcomesByClient.keySet()) {
      table.number(
          client,
          cell ->
              Optional.ofNullable(cell.scoreByClient().get(client))
                  .map(score -> TextFormat.of("%.3f", score)));
    }
    return table;
  }

  /** Returns a label for a combination: its distinctive parameters, or the benchmark's name. */
  private String label(MergedCell mergedCell) {
    return new CellNames(mergedResults.cells().stream().map(MergedCell::cell).toList())
        .shortName(mergedCell.cell());
  }

  private record ClientOutcome(String client, String outcome, String detail) {}

  private ResultTable outcomeTable() {
    List<ClientOutcome> rows = new ArrayList<>();
    outcomesByClient.forEach(
        (client, cells) ->
            cells.forEach(
                cell -> rows.add(new ClientOutcome(client, cell.outcome().name(), cell.detail()))));
    lostClients.forEach(
        client -> rows.add(new ClientOutcome(client, "LOST", "ended before it left a result")));
    return ResultTable.withAllColumns("", rows)
        .text("client", ClientOutcome::client)
        .text("outcome", ClientOutcome::outcome)
        .text("what it saw", ClientOutcome::detail);
  }

  Map<String, Object> json(Path folder) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", status().name());
    json.put("folder", folder.toString());
    json.put("clients", members);
    json.put("missing", missingClientCount());
    json.put("lost", lostClients);
    json.put("useless", unusableClients);
    json.put("outcomes", outcomesByClient);
    json.put("merged", mergedResults.cells());
    return json;
  }
}
