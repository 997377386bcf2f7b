#!/usr/bin/env python3
"""Calculates where the five published studies contradict themselves, from the figures that they
print, and the figures of our committed forks that no report has.

  dev/published.py           prints the lines, by study
  dev/published.py --check   fails if docs/results/published.md lacks one of them
"""
import json
import pathlib
import re
import sys
import zipfile

HOME = pathlib.Path(__file__).resolve().parent.parent
RESULTS = HOME / "docs" / "results"
STUDIES = json.loads(
    (HOME / "src/main/resources/io/streambench/compare/study/published.json").read_text("utf-8"))
LOADS = ("1", "2", "5", "10", "20", "50", "100", "200")


def published(study, table, item):
    """The figures of the row of that item."""
    rows = [row for row in STUDIES[study]["rows"] if row.get("table") == table
            and re.match(re.escape(item) + r"($|[,:]\D)", row["item"])]
    assert len(rows) == 1, (study, table, item, len(rows))
    numbers = re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", rows[0]["published"])
    return [float(number.replace(",", "")) for number in numbers]


def forks(folder, name):
    """The content of each file of a committed pack; a fork of round 0 only warms up a cluster."""
    with zipfile.ZipFile(RESULTS / folder / "forks.zip") as pack:
        for file in sorted(pack.namelist()):
            if re.fullmatch("forks/" + name, file) and not re.search(r"-0\.\w+$", file):
                yield file, json.loads(pack.read(file))


def streaming():
    score, error = published("http1-vs-http2", "scenario", "A1")[-2:]
    yield f"A1 is printed as {score} ± {error}. Its interval begins at {score - error:.3f}."


def limits():
    study, folder = "max-concurrent-streams", "2026-11-27-max-concurrent-streams"
    for limit in ("100", "250"):
        rate, mean = (published(study, "limit " + limit, which)[0]
                      for which in ("throughput", "mean"))
        yield (f"Limit {limit}: {rate:,.2f} requests/s times {mean} ms is"
               f" {rate * mean / 1000:.0f} requests in flight (Little's law). 100 are stated.")
    growth = [fork[0]["secondaryMetrics"]["nodeHeapGrowth"]["score"]
              for _, fork in forks(folder, r".*\.json")]
    assert max(growth) < 0
    yield (f"Ours: the node's heap fell in each of {len(growth)} forks, by {-max(growth):.0f} to"
           f" {-min(growth):.0f} MB.")
    for limit in ("100", "250"):
        live = [fork["allocatedBytesPerRequest"]
                for _, fork in forks(folder, rf"limit-{limit}-.*\.load")]
        yield (f"Ours, limit {limit}: the client allocated {min(live):,.0f} to {max(live):,.0f}"
               f" bytes per request ({len(live)} forks).")


def single():
    study = "single-request"
    one = {which: published(study, "one at a time", which)[0]
           for which in ("mean", "P50", "P95", "P99", "P99.9")}
    for which in ("mean", "P50", "P99", "P99.9"):
        many = published(study, "100 in flight", which)[0]
        printed = published(study, "100 in flight divided by 1", which)[0]
        shown = round(one[which], 2)
        assert f"{many / shown:.1f}" == f"{printed:.1f}"
        yield (f"{which}: the printed {printed} is {many} / {shown}, of rounded figures."
               f" {many} / {one[which]} is {many / one[which]:.1f}.")
    printed = 1000 * published(study, "spread", "P99 less P95")[0]
    yield (f"P99 less P95 is printed as {printed:.1f} µs. The printed percentiles differ by"
           f" {1000 * (one['P99'] - one['P95']):.1f} µs.")
    sides = [("Published", one)]
    for protocol, name in (("http2", "HTTP/2"), ("http1", "HTTP/1.1")):
        row = report("2026-11-22-single-request", protocol + "-1")
        sides.append((name, {which: float(row[which + ", ms"]) for which in one}))
    for name, side in sides:
        yield (f"{name}: P95 less P50 is {(side['P95'] - side['P50']) / side['P50']:.2f} of P50,"
               f" P99 less P95 {(side['P99'] - side['P95']) / side['P50']:.2f}, P99.9 is"
               f" {side['P99.9'] / side['P50']:.1f} times P50.")


def report(folder, cell):
    """The row of a cell in the first table that has it."""
    head = None
    for line in (RESULTS / folder / "report.md").read_text("utf-8").splitlines():
        cells = [one.strip() for one in line.strip("|").split("|")]
        if not line.startswith("|"):
            head = None
        elif head is None:
            head = cells
        elif cells[0] == cell:
            return dict(zip(head, cells))
    raise AssertionError((folder, cell))


def fan_out():
    for mode, low, high in (("POOL", 24000, (115, 115)), ("VIRTUAL", 40000, (112, 256))):
        table = [row["table"] for row in STUDIES["fan-out"]["rows"] if row["table"].startswith(mode)]
        below = published("fan-out", table[0], "1–750 (ours: 750), memory")
        above = published("fan-out", table[0], "1,000+ (ours: 1,000), memory")[0]
        printed = published("fan-out", table[0], "memory at 1,000 divided by 750")[0]
        factors = " to ".join(sorted({f"{above / one:.0f}" for one in below}, key=float))
        yield f"{table[0]}: {printed:.0f} times the memory is printed. The table gives {factors}."
    for mode in ("pool", "virtual", "threads"):
        times = [report("2026-11-27-fan-out", f"{mode}-{most}")["ns/op"]
                 for most in (1, 5, 10, 25, 50, 100, 300, 500, 750)]
        times.sort(key=lambda one: float(one.replace(",", "")))
        yield f"Ours, {mode.upper()}: medians of {times[0]} to {times[-1]} ns/op with 1 to 750."


def saturation():
    study = "saturation"

    def row(table, load):
        return published(study, table, load + " in flight")

    for operation in ("lookup", "read", "write"):
        rest = [row(operation, load)[0] - row(operation, load)[3] for load in ("1", "200")]
        yield (f"P50 less the network's P50 of a {operation}: {rest[0]:.2f} ms with 1 in flight,"
               f" {rest[1]:.2f} ms with 200, {rest[1] / rest[0]:.1f} times.")
    for operation in ("lookup", "read", "write"):
        for which, first in (("end to end", 0), ("network", 3)):
            for load in LOADS:
                p50, p90, p99 = row(operation, load)[first:first + 3]
                if not p50 <= p90 <= p99:
                    yield (f"A {operation} with {load} in flight, {which}: P50 {p50}, P90 {p90},"
                           f" P99 {p99} ms. Percentiles cannot fall.")
    for load in ("10", "20"):
        total, transport = row("read", load)[2], row("read", load)[5]
        yield (f"The budget's storage with {load} in flight is {total} - {transport} ="
               f" {total - transport:.2f} ms: a difference of two P99s, which is no P99.")
    storage = published(study, "budget of a read", "server (storage)")
    yield f"That storage grows {storage[1] / storage[0]:.2f} times from 10 to 20 in flight."
    for load in ("10", "20"):
        ours = [fork_p99(rows, load) for rows in ("server (storage)", "transport", "total")]
        for name, side in (("HTTP/2", 0), ("HTTP/1.1", 1)):
            server, transport, total = (one[side] for one in ours)
            yield (f"Ours over {name} with {load} in flight: the P99 of the server's part and of"
                   f" transport add up to {server + transport:.1f} ms, the whole has {total}.")
    for load in LOADS:
        read, write = row("bandwidth", load)[1], row("bandwidth", load)[4]
        for p50, rate in ((row("read", load)[0], read), (row("write", load)[0], write)):
            assert abs(1000 * int(load) / p50 - rate) <= 1, (load, p50, rate)
    yield "Each rate of the bandwidth table is concurrency divided by P50, within 1 per second."
    ten, fifty, most = (row("bandwidth", load) for load in ("10", "50", "200"))
    yield (f"50 in flight by 10, printed rates: reads {fifty[1] / ten[1]:.2f}, writes"
           f" {fifty[4] / ten[4]:.2f}, combined bandwidth {fifty[6] / ten[6]:.2f} times.")
    yield (f"200 in flight by 50, combined bandwidth: {most[6] / fifty[6]:.2f} times, printed as"
           " the same.")
    megabits = 200 * 9.6
    yield (f"Predicted with the combined {most[6]} Gbit/s: 23 + {megabits / most[6]:.0f} ="
           f" {23 + megabits / most[6]:.0f} ms. With the reads' own {most[2]} Gbit/s the queue"
           f" alone takes {megabits / most[2]:.0f} ms.")
    used = [f"{100 * row('bandwidth', load)[6] / 30:.0f} %" for load in ("100", "200")]
    times = [row("read, growth", load)[0] for load in ("100", "200")]
    yield (f"{used[0]} of 30 Gbit/s are used with 100 in flight and {used[1]} with 200, but the P50"
           f" of a read is {times[0]} and {times[1]} times that at 1.")
    few = [row(operation + ", growth", load)[:2]
           for operation in ("lookup", "read", "write") for load in ("1", "2", "5", "10")]
    yield (f"With 1 to 10 in flight P50 grows at most {max(p50 for p50, _ in few):.2f} times, P99"
           f" at most {max(p99 for _, p99 in few):.2f} times.")


def fork_p99(part, load):
    """Ours, over HTTP/2 and HTTP/1.1, in the report's row of the budget."""
    text = (RESULTS / "2026-11-27-saturation" / "report.md").read_text("utf-8")
    cells = re.search(r"\| budget of a read: " + re.escape(part) + r":.*\| (.*) \|", text)[1]
    return [float(side.split(", ")[("10", "20").index(load)]) for side in cells.split("; ")]


def main():
    page = (RESULTS / "published.md").read_text("utf-8") if "--check" in sys.argv[1:] else None
    missing = 0
    for study in (saturation, limits, single, fan_out, streaming):
        if page is None:
            print(f"\n{study.__name__}")
        for line in study():
            if page is None:
                print("- " + line)
            elif "- " + line + "\n" not in page:
                print(f"docs/results/published.md lacks: {line}", file=sys.stderr)
                missing += 1
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
