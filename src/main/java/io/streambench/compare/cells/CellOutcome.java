package io.streambench.compare.cells;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.streambench.base.files.JsonFiles;
import io.streambench.flow.rule.Outcome;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The outcome of one run of a cell.
 *
 * @param benchmark class and method, with or without the package
 * @param round round of the study, from 1; 0 for an unmeasured fork; 1 outside of a study
 * @param session number of times the study had been resumed before; omitted from the file if 0
 * @param operations number of completed operations; 0 if not counted
 * @param folder the folder with evidence of a stall or failure, or null
 * @param result the JMH file, relative to the file with this outcome, or null
 */
public record CellOutcome(
    String benchmark,
    String mode,
    Map<String, String> params,
    int round,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int session,
    Outcome outcome,
    String detail,
    long operations,
    String folder,
    String result) {
  public CellOutcome asFailed(String failureDetail) {
    return new CellOutcome(
        benchmark,
        mode,
        params,
        round,
        session,
        Outcome.FAILED,
        failureDetail,
        operations,
        folder,
        result);
  }

  public CellOutcome withSession(int number) {
    return new CellOutcome(
        benchmark, mode, params, round, number, outcome, detail, operations, folder, result);
  }

  public CellOutcome {
    if (benchmark == null || mode == null || outcome == null) {
      throw new IllegalArgumentException("an outcome has a benchmark, a mode and an outcome");
    }
    benchmark = JsonFiles.toPlainLine(benchmark);
    mode = JsonFiles.toPlainLine(mode);
    Map<String, String> cleaned = new LinkedHashMap<>();
    if (params != null) {
      params.forEach(
          (name, value) ->
              cleaned.put(JsonFiles.toPlainLine(name), JsonFiles.toPlainLine("" + value)));
    }
    params = Collections.unmodifiableMap(cleaned);
    detail = detail == null ? "" : JsonFiles.toPlainLine(detail);
    folder = folder == null ? null : JsonFiles.toPlainLine(folder);
    result = result == null ? null : JsonFiles.toPlainLine(result);
  }
}
