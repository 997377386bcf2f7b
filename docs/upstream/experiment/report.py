#!/usr/bin/env python3
"""Tables of the rounds in FILE: python3 report.py FILE (Python 3.9, nothing else)."""
import json
import math
import statistics
import sys



def t(level, degrees):
    """Student's t for a two-sided level, by bisection on the integral of its density."""
    constant = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)

    def inside(x, steps=2000):
        h = x / steps
        return sum((1 if i in (0, steps) else 4 if i % 2 else 2) * constant * (1 + (i * h) ** 2 / degrees) ** (-(degrees + 1) / 2)
                   for i in range(steps + 1)) * h / 3 * 2

    low, high = 0.0, 700.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < level else (low, middle)
    return high


def ratio(pairs):
    logs = [math.log(a / b) for a, b in pairs]
    if len(logs) < 3:
        return "%d pairs: too few" % len(logs)
    mean, spread = statistics.mean(logs), statistics.stdev(logs)
    half = t(0.95, len(logs) - 1) * spread / math.sqrt(len(logs))
    return "%.2f (%.2f–%.2f), %d pairs, spread %.0f %%, pairs needed for ±2.6 %%: %.0f" % (
        math.exp(mean), math.exp(mean - half), math.exp(mean + half), len(logs), 100 * (math.exp(spread) - 1), (2 * spread / 0.026) ** 2)


def expand(counts):
    return sorted(int(ms) for ms, count in counts.items() for _ in range(count))


def quantile(values, q):
    return values[min(len(values) - 1, math.ceil(q * len(values)) - 1)] if values else 0


rounds = {}
arms = []  # in the order of their first line
for line in open(sys.argv[1], encoding="utf-8"):
    arm = json.loads(line)
    if arm["arm"] not in arms:
        arms.append(arm["arm"])
    for phase in arm["phases"]:
        rounds.setdefault((arm["arm"], phase["queries"]), {})[arm["round"]] = phase
        phase["log"], phase["loadAverage"] = arm["log"], arm["load"]

print("| queries | arm | rounds | all complete | queries stalled | seconds to the last, median (range) | MB/s, median | searches P50 / P99 ms | updates P99 ms "
      "| sockets between nodes | direct memory MB, median (most) | longest gap s | failed |")
print("|---:|---|---:|---:|---:|---|---:|---|---:|---:|---|---:|---|")
for queries in sorted({key[1] for key in rounds}):
    for arm in arms:
        phases = list(rounds.get((arm, queries), {}).values())
        if not phases:
            continue
        done = [phase for phase in phases if phase["complete"] == queries]
        seconds = [phase["seconds"] for phase in done]
        searches = sorted(ms for phase in phases for ms in expand(phase["searchMs"]))
        updates = sorted(ms for phase in phases for ms in expand(phase["updateMs"]))
        failed = {}
        for phase in phases:
            for kind, count in list(phase["failedQueries"].items()) + list(phase["failedRequests"].items()):
                failed[kind] = failed.get(kind, 0) + count
        direct = [phase["directMb"] for phase in phases]
        print("| %d | %s | %d | %d | %d of %d | %s | %s | %d / %d of %d | %d | %d | %s | %.1f | %s |" % (
            queries, arm, len(phases), len(done), sum(phase["stalled"] for phase in phases), queries * len(phases),
            "%.2f (%.2f–%.2f)" % (statistics.median(seconds), min(seconds), max(seconds)) if seconds else "",
            "%.0f" % statistics.median(phase["mb"] / phase["seconds"] for phase in done) if done else "",
            quantile(searches, .5), quantile(searches, .99), len(searches), quantile(updates, .99), statistics.median(phase["sockets"] for phase in phases),
            "%d (%d)" % (statistics.median(direct), max(direct)) if max(direct) >= 0 else "", max(phase["longestGap"] for phase in phases), failed or 0))

print("\nRatios of a round, geometric mean, 95 % by Student's t:\n")
for queries in sorted({key[1] for key in rounds}):
    for a, b in [("http1", arm) for arm in arms if arm != "http1"]:
        one, other = rounds.get((a, queries), {}), rounds.get((b, queries), {})
        both = [r for r in sorted(one) if r in other and one[r]["complete"] == other[r]["complete"] == queries]
        if not both:
            continue
        half = len(both) // 2
        for name, part in (("", both), ("first half, ", both[:half]), ("second half, ", both[half:])):
            print("- %d queries, %s by %s, %stime: %s" % (queries, a, b, name, ratio([(one[r]["seconds"], other[r]["seconds"]) for r in part])))
        for q in (.5, .99):
            print("- %d queries, %s by %s, P%d of searches: %s" % (
                queries, a, b, 100 * q, ratio([tuple(max(1, quantile(expand(arm[r]["searchMs"]), q)) for arm in (one, other)) for r in both])))

print("\nCPU of other processes (cores), per arm: %s" % {
    arm: "%.2f (%.2f–%.2f)" % (statistics.median(cpu), min(cpu), max(cpu)) for arm in arms
    for cpu in [[phase["otherCpu"] for key, by in rounds.items() if key[0] == arm for phase in by.values()]] if cpu})
logs = {}
for line in open(sys.argv[1], encoding="utf-8"):
    arm = json.loads(line)
    for kind, count in arm["log"].items():
        logs.setdefault(arm["arm"], {}).setdefault(kind, 0)
        logs[arm["arm"]][kind] += count
for arm, kinds in logs.items():
    print("Logs of the nodes, %s: %s" % (arm, kinds))
