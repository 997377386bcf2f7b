package io.streambench.compare.study;

import io.streambench.base.Interval;
import io.streambench.base.Text;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.Rounded;
import io.streambench.compare.statistics.Better;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Comparison.Question;
import io.streambench.compare.statistics.ComparisonVerdict;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Judgement.Evidence;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.Sample;
import java.util.ArrayList;
import java.util.Comparator;
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
 * Cells compared with the baseline of their group, by round, corrected for all comparisons of it.
 * Cells that stalled or failed are not compared.
 */
public final class BaselineComparison {
  /** Less is called equal, where an interval shows that it is less. */
  private static final double EQUAL = 0.02;

  private final Pairing pairing;
  private final Better better;
  private final Map<String, CellFigures> cells = new LinkedHashMap<>();
  private final Map<String, String> pairs;
  private final Map<String, Judgement> judged = new LinkedHashMap<>();

  private record Asked(BaselineComparison by, CellFigures base, CellFigures cell) {
    Question question() {
      return new Question(base.sample().orElseThrow(), cell.sample());
    }
  }

  /** Judges nothing before {@link #judge(List, BinaryOperator)}. */
  BaselineComparison(Pairing pairing, Better better, List<CellFigures> all) {
    this.pairing = pairing;
    this.better = better;
    all.forEach(cell -> cells.put(cell.label(), cell));
    this.pairs = pairing.pairs(List.copyOf(cells.keySet()));
  }

  /**
   * Judges comparisons, corrected for all that they ask of the cells of a family, by label and
   * baseline.
   */
  static void judge(List<BaselineComparison> comparisons, BinaryOperator<String> family) {
    Map<String, List<Asked>> families =
        comparisons.stream()
            .flatMap(BaselineComparison::asked)
            .collect(
                Collectors.groupingBy(one -> family.apply(one.cell.label(), one.base.label())));
    for (List<Asked> all : families.values()) {
      List<Question> questions = all.stream().map(Asked::question).toList();
      List<Judgement> judgements =
          new Comparison(0).judge(all.get(0).by.better, Layout.INTERLEAVED, questions);
      for (int i = 0; i < judgements.size(); i++) {
        all.get(i).by.judged.put(all.get(i).cell.label(), judgements.get(i));
      }
    }
  }

  private Stream<Asked> asked() {
    return pairs.entrySet().stream()
        .map(pair -> new Asked(this, cells.get(pair.getValue()), cells.get(pair.getKey())))
        .filter(asked -> asked.cell.sample().isPresent() && asked.base.sample().isPresent());
  }

  /** The cells that were judged, and ran on another cluster than their baseline. */
  Stream<CellFigures> onAnotherCluster() {
    return asked().filter(one -> one.base.isOnOtherNodes(one.cell)).map(Asked::cell);
  }

  /** A sample of interleaved forks compared with another, without a threshold. */
  public static Judgement judge(Better better, Sample baseline, Sample contender) {
    return new Comparison(0)
        .judge(better, Layout.INTERLEAVED, baseline, List.of(Optional.of(contender)))
        .get(0);
  }

  private Optional<Judgement> of(CellFigures cell) {
    return Optional.ofNullable(judged.get(cell.label()));
  }

  /** The ratio to the baseline with its interval, if there is one. */
  Optional<String> ratio(CellFigures cell) {
    return of(cell).flatMap(Judgement::evidence).map(BaselineComparison::ratio);
  }

  public static String ratio(Evidence evidence) {
    return Rounded.ratio(evidence.ratio(), evidence.interval());
  }

  /** The ratio of one cell to another with its interval, if one of them is the baseline. */
  Optional<String> ratio(CellFigures one, CellFigures other) {
    if (other.label().equals(pairs.get(one.label()))) {
      return ratio(one);
    }
    return of(other)
        .filter(any -> one.label().equals(pairs.get(other.label())))
        .flatMap(Judgement::evidence)
        .map(
            inverse ->
                Rounded.ratio(
                    1 / inverse.ratio(),
                    new Interval(1 / inverse.interval().high(), 1 / inverse.interval().low())));
  }

  private boolean isBaseline(CellFigures cell) {
    return pairs.containsValue(cell.label());
  }

  /** A value of a cell by that of its baseline, if both have one. */
  Optional<Double> relative(CellFigures cell, Function<CellFigures, Optional<Double>> value) {
    String base = isBaseline(cell) ? cell.label() : pairs.get(cell.label());
    return Optional.ofNullable(cells.get(base))
        .flatMap(value)
        .flatMap(divisor -> value.apply(cell).map(one -> one / divisor));
  }

  private static boolean equal(Judgement judgement) {
    return judgement
        .evidence()
        .filter(one -> one.interval().within(new Interval(1 / (1 + EQUAL), 1 + EQUAL)))
        .isPresent();
  }

  /** A ratio of times says how much slower, and no percentage of a speed does. */
  static String words(Better better, Judgement judgement) {
    if (judgement.evidence().isEmpty()) {
      return judgement.verdict() == ComparisonVerdict.TOO_FEW_FORKS
          ? tooFew(judgement.forksNeeded())
          : "not comparable";
    }
    Evidence evidence = judgement.evidence().get();
    String shown = ", ratio " + ratio(evidence);
    double low = evidence.interval().low();
    boolean percent = better == Better.HIGHER;
    double change = Math.abs(evidence.ratio() - 1);
    if (equal(judgement)) {
      return "within " + Rounded.threshold(EQUAL) + shown;
    }
    if (judgement.different()) {
      return (percent ? Rounded.percent(change, Math.min(1, 2 * change)) + " " : "")
          + judgement.verdict().name().toLowerCase(Locale.ROOT)
          + shown;
    }
    String open = "no evidence of a difference" + shown;
    return percent && low < 1
        ? Text.of("%s, at most %.0f %% slower", open, Math.ceil((1 - low) * 100 - 1e-9))
        : open;
  }

  /** A ratio of cells on nodes that were theirs alone for all rounds. */
  static String notJudged(Evidence evidence) {
    return ratio(evidence) + ", other nodes: not judged";
  }

  private boolean isJudged(CellFigures cell) {
    return !cells.get(pairs.get(cell.label())).isOnOtherNodes(cell);
  }

  private String words(CellFigures cell, Judgement judgement) {
    return judgement
        .evidence()
        .filter(any -> !isJudged(cell))
        .map(BaselineComparison::notJudged)
        .orElseGet(() -> words(better, judgement));
  }

  public ResultTable.Of<CellFigures> column(ResultTable.Of<CellFigures> table) {
    return table.text(
        "compared with " + pairing.words(),
        cell -> isBaseline(cell) ? "" : of(cell).map(one -> words(cell, one)).orElse("-"));
  }

  /** The comparison in one sentence: every difference, and one range for all others. */
  public Optional<String> finding() {
    List<String> parts = new ArrayList<>();
    List<Interval> open = new ArrayList<>();
    int within = 0;
    int needed = 0;
    List<CellFigures> ownNodes =
        pairs.keySet().stream().map(cells::get).filter(this::isJudged).toList();
    long all = ownNodes.stream().filter(cell -> of(cell).isPresent()).count();
    for (CellFigures cell : ownNodes) {
      Judgement judgement = of(cell).orElseGet(Judgement::none);
      if (judgement.evidence().isEmpty()) {
        needed = Math.max(needed, judgement.forksNeeded());
      } else if (equal(judgement)) {
        within++;
      } else if (judgement.different()) {
        parts.add(cell.label() + " " + words(better, judgement));
      } else {
        open.add(judgement.evidence().get().interval());
      }
    }
    if (!open.isEmpty()) {
      parts.add(
          Text.of(
              "no evidence of a difference in %d of %d cells (ratios within %.2f–%.2f)",
              open.size(),
              all,
              open.stream().mapToDouble(Interval::low).min().orElseThrow(),
              open.stream().mapToDouble(Interval::high).max().orElseThrow()));
    }
    if (within > 0) {
      parts.add(Text.of("within %s in %d of %d cells", Rounded.threshold(EQUAL), within, all));
    }
    if (needed > 0) {
      parts.add(tooFew(needed));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("Compared with " + pairing.words() + ": " + String.join("; ", parts) + ".");
  }

  /** In how many cells the answer is which, without their ratios. */
  Optional<String> counted() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (CellFigures cell : pairs.keySet().stream().map(cells::get).toList()) {
      of(cell)
          .filter(one -> one.evidence().isPresent() && isJudged(cell))
          .map(BaselineComparison::inAWord)
          .ifPresent(word -> counts.merge(word, 1, Integer::sum));
    }
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(one -> one.getKey() + " in " + one.getValue())
        .reduce((some, one) -> some + ", " + one)
        .map(words -> words.replaceFirst("(, |$)", Text.of(" of %d cell(s)$1", all)))
        .map(words -> "compared with " + pairing.words() + ": " + words);
  }

  private static String inAWord(Judgement judgement) {
    if (equal(judgement)) {
      return "within " + Rounded.threshold(EQUAL);
    }
    return judgement.different()
        ? judgement.verdict().name().toLowerCase(Locale.ROOT)
        : "no evidence of a difference";
  }

  private static String tooFew(int needed) {
    return Text.of("too few forks to judge, %d per cell are needed", needed);
  }
}
