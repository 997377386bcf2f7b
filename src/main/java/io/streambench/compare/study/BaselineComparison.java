package io.streambench.compare.study;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.RoundedFormat;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Comparison.Question;
import io.streambench.compare.statistics.ComparisonVerdict;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Judgement.Evidence;
import io.streambench.compare.statistics.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison of each cell with its baseline, round by round. The results of a family of
 * comparisons are corrected for the number of comparisons in the family. Cells that stalled or
 * failed are not compared.
 */
public final class BaselineComparison {
  /** The maximum difference between cells that count as equal, as a fraction. */
  private static final double MAX_EQUAL_DIFFERENCE = 0.02;

  private static final Interval EQUALITY_RANGE =
      new Interval(1 / (1 + MAX_EQUAL_DIFFERENCE), 1 + MAX_EQUAL_DIFFERENCE);

  private final Pairing pairing;
  private final BetterDirection better;
  private final Map<String, CellFigures> cellByLabel = new LinkedHashMap<>();
  private final Map<String, String> baselineByLabel;
  private final Map<String, Judgement> judgementByLabel = new LinkedHashMap<>();

  private record CellQuestion(
      BaselineComparison comparison, CellFigures baselineCell, CellFigures cell) {
    Question question() {
      return new Question(baselineCell.sample().orElseThrow(), cell.sample());
    }
  }

  private BaselineComparison(Pairing pairing, BetterDirection better, List<CellFigures> cells) {
    this.pairing = pairing;
    this.better = better;
    cells.forEach(cell -> cellByLabel.put(cell.label(), cell));
    this.baselineByLabel = pairing.baselinesByLabel(List.copyOf(cellByLabel.keySet()));
  }

  /** Compares the cells for each of {@link Study#baselines} and returns the judged comparisons. */
  static List<BaselineComparison> compareWithBaselines(Study study, List<CellFigures> cells) {
    BetterDirection better =
        cells.stream()
            .findFirst()
            .map(cell -> Benchmarks.betterDirection(cell.cell().benchmark()))
            .orElse(BetterDirection.UNKNOWN);
    List<BaselineComparison> all =
        study.baselines().stream()
            .map(pairing -> new BaselineComparison(pairing, better, cells))
            .toList();
    judgeFamilies(all, study::familyName);
    return all;
  }

  /** Judges comparisons, corrected for the number of comparisons in each family. */
  private static void judgeFamilies(
      List<BaselineComparison> comparisons, BinaryOperator<String> familyName) {
    Map<String, List<CellQuestion>> families =
        comparisons.stream()
            .flatMap(BaselineComparison::createQuestions)
            .collect(
                Collectors.groupingBy(
                    question ->
                        familyName.apply(question.cell.label(), question.baselineCell.label())));
    for (List<CellQuestion> all : families.values()) {
      List<Question> questions = all.stream().map(CellQuestion::question).toList();
      List<Judgement> judgements =
          new Comparison(0).judge(all.get(0).comparison.better, Layout.INTERLEAVED, questions);
      for (int i = 0; i < judgements.size(); i++) {
        all.get(i).comparison.judgementByLabel.put(all.get(i).cell.label(), judgements.get(i));
      }
    }
  }

  private Stream<CellQuestion> createQuestions() {
    return baselineByLabel.entrySet().stream()
        .map(
            pair ->
                new CellQuestion(
                    this, cellByLabel.get(pair.getValue()), cellByLabel.get(pair.getKey())))
        .filter(
            question ->
                question.cell.sample().isPresent() && question.baselineCell.sample().isPresent());
  }

  /** Returns the cells with scores that ran on another cluster than their baseline. */
  Stream<CellFigures> cellsOnAnotherCluster() {
    return createQuestions()
        .filter(question -> question.baselineCell.isOnDifferentCluster(question.cell))
        .map(CellQuestion::cell);
  }

  private Optional<Judgement> findJudgement(CellFigures cell) {
    return Optional.ofNullable(judgementByLabel.get(cell.label()));
  }

  /** Returns a cell's ratio to its baseline, with the interval; empty if not judged. */
  Optional<String> ratioText(CellFigures cell) {
    return findJudgement(cell).flatMap(Judgement::evidence).map(BaselineComparison::ratioText);
  }

  public static String ratioText(Evidence evidence) {
    return RoundedFormat.ratio(evidence.ratio(), evidence.interval());
  }

  /** Returns the ratio of two cells, with the interval, if one cell is the other's baseline. */
  Optional<String> ratioText(CellFigures one, CellFigures other) {
    if (other.label().equals(baselineByLabel.get(one.label()))) {
      return ratioText(one);
    }
    return findJudgement(other)
        .filter(ignored -> one.label().equals(baselineByLabel.get(other.label())))
        .flatMap(Judgement::evidence)
        .map(
            inverse ->
                RoundedFormat.ratio(
                    1 / inverse.ratio(),
                    new Interval(1 / inverse.interval().high(), 1 / inverse.interval().low())));
  }

  private boolean isBaseline(CellFigures cell) {
    return baselineByLabel.containsValue(cell.label());
  }

  /**
   * Returns a cell's value divided by its baseline's value; empty if one of the values is missing.
   */
  Optional<Double> relativeToBaseline(
      CellFigures cell, Function<CellFigures, Optional<Double>> value) {
    String base = isBaseline(cell) ? cell.label() : baselineByLabel.get(cell.label());
    return Optional.ofNullable(cellByLabel.get(base))
        .flatMap(value)
        .flatMap(divisor -> value.apply(cell).map(dividend -> dividend / divisor));
  }

  private static boolean isEqual(Judgement judgement) {
    return judgement
        .evidence()
        .filter(evidence -> evidence.interval().isWithin(EQUALITY_RANGE))
        .isPresent();
  }

  /** Describes a verdict with its ratio and, for throughput, the difference in percent. */
  static String verdictText(BetterDirection better, Judgement judgement) {
    if (judgement.evidence().isEmpty()) {
      return judgement.verdict() == ComparisonVerdict.TOO_FEW_FORKS
          ? tooFewForksMessage(judgement.forksNeeded())
          : "not comparable";
    }
    Evidence evidence = judgement.evidence().get();
    String ratioText = ", ratio " + ratioText(evidence);
    double low = evidence.interval().low();
    if (isEqual(judgement)) {
      return "within " + RoundedFormat.threshold(MAX_EQUAL_DIFFERENCE) + ratioText;
    }
    if (judgement.isDifferent()) {
      return (percentText(better, evidence) + " " + verdictWord(judgement)).strip() + ratioText;
    }
    String undecided = "no evidence of a difference" + ratioText;
    return better == BetterDirection.HIGHER && low < 1
        ? TextFormat.of("%s, at most %.0f %% slower", undecided, Math.ceil((1 - low) * 100 - 1e-9))
        : undecided;
  }

  private static String verdictWord(Judgement judgement) {
    return judgement.verdict().name().toLowerCase(Locale.ROOT);
  }

  /** Returns the difference of a throughput, such as {@code 12 %}; empty for times. */
  private static String percentText(BetterDirection better, Evidence evidence) {
    double change = Math.abs(evidence.ratio() - 1);
    return better == BetterDirection.HIGHER
        ? RoundedFormat.percent(change, Math.min(1, 2 * change))
        : "";
  }

  /** Describes a ratio that is not judged because the two cells ran on different nodes. */
  static String notJudgedText(Evidence evidence) {
    return ratioText(evidence) + ", other nodes: not judged";
  }

  private boolean isJudged(CellFigures cell) {
    return !cellByLabel.get(baselineByLabel.get(cell.label())).isOnDifferentCluster(cell);
  }

  private String verdictText(CellFigures cell, Judgement judgement) {
    return judgement
        .evidence()
        .filter(ignored -> !isJudged(cell))
        .map(BaselineComparison::notJudgedText)
        .orElseGet(() -> verdictText(better, judgement));
  }

  public ResultTable.Builder<CellFigures> addColumn(ResultTable.Builder<CellFigures> table) {
    return table.text(
        "compared with " + pairing.words() + " (95 % family interval)",
        cell ->
            isBaseline(cell)
                ? ""
                : findJudgement(cell).map(judgement -> verdictText(cell, judgement)).orElse("-"));
  }

  /** Describes the comparison in sentences: every difference, and one range for undecided cells. */
  public Optional<String> finding(Study study) {
    CellSentences differences = new CellSentences(study);
    List<String> parts = new ArrayList<>();
    List<Interval> undecided = new ArrayList<>();
    int within = 0;
    int needed = 0;
    List<CellFigures> judgedCells =
        baselineByLabel.keySet().stream().map(cellByLabel::get).filter(this::isJudged).toList();
    long all = judgedCells.stream().filter(cell -> findJudgement(cell).isPresent()).count();
    for (CellFigures cell : judgedCells) {
      Judgement judgement = findJudgement(cell).orElseGet(Judgement::notComparable);
      if (judgement.evidence().isEmpty()) {
        needed = Math.max(needed, judgement.forksNeeded());
      } else if (isEqual(judgement)) {
        within++;
      } else if (judgement.isDifferent()) {
        Evidence evidence = judgement.evidence().get();
        differences.add(
            cell,
            "ran " + verdictWord(judgement) + " than " + pairing.words(),
            percentText(better, evidence),
            "ratio " + ratioText(evidence));
      } else {
        undecided.add(judgement.evidence().get().interval());
      }
    }
    if (!undecided.isEmpty()) {
      parts.add(
          TextFormat.of(
              "%d of %d cells show no evidence of a difference (ratios within %.2f–%.2f)",
              undecided.size(),
              all,
              undecided.stream().mapToDouble(Interval::low).min().orElseThrow(),
              undecided.stream().mapToDouble(Interval::high).max().orElseThrow()));
    }
    if (within > 0) {
      parts.add(
          within
              + " of "
              + all
              + " cells are within "
              + RoundedFormat.threshold(MAX_EQUAL_DIFFERENCE));
    }
    if (needed > 0) {
      parts.add("there are " + tooFewForksMessage(needed));
    }
    String others = "Compared with " + pairing.words() + ", " + String.join(", and ", parts) + ".";
    return parts.isEmpty()
        ? differences.text()
        : Optional.of(differences.text().map(text -> text + " ").orElse("") + others);
  }

  private static String tooFewForksMessage(int needed) {
    return TextFormat.of("too few forks to judge, %d per cell are needed", needed);
  }
}
