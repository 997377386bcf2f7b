package io.streambench.doctor;

import io.streambench.doctor.Check.Status;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings of the rules about a machine.
 *
 * @param checks in the order in which a person would look
 */
public record Checkup(List<Check> checks) {
  public Checkup {
    checks = List.copyOf(checks);
  }

  /** Judges; reads nothing but the facts. */
  public static Checkup of(MachineFacts facts) {
    List<Check> checks = new ArrayList<>();
    checks.addAll(ProjectRules.checks(facts));
    checks.addAll(RoomRules.checks(facts));
    checks.addAll(CpuRules.checks(facts));
    return new Checkup(checks);
  }

  /** The number of checks with that status. */
  public int count(Status status) {
    return (int) checks.stream().filter(check -> check.status() == status).count();
  }
}
