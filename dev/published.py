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
    a1, a3, a4, a5 = (published("http1-vs-http2", "scenario", cell)[-2]
                      for cell in ("A1", "A3", "A4", "A5"))
    yield (f"A1, A3 and A4 have {a1 / a5:.2f}, {a3 / a5:.2f} and {a4 / a5:.2f} times A5's"
           " throughput.")


def limits():
    study, folder = "max-concurrent-streams", "2026-11-30-max-concurrent-streams"
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
               f" P99 less P95 {(side['P99'] - side['P95']) / side['P50']:.2f}."
               f" P99 is {side['P99'] / side['P50']:.1f} times P50,"
               f" P99.9 {side['P99.9'] / side['P50']:.1f} times.")
    default = published("max-concurrent-streams", "limit 250", "P99")[0]
    yield (f"100 in flight are its run with a limit of 100. With the default of 250 P99 is"
           f" {default / one['P99']:.1f} times as high.")


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
        low, high = published("fan-out", table[0], "1–750 (ours: 750), time")[-2:]
        slow = published("fan-out", table[0], "1,000+ (ours: 1,000), time")[-2:]
        printed = published("fan-out", table[0], "time at 1,000 divided by 750")[0]
        yield (f"{table[0]}: {printed:.0f} times the time is printed. The table gives"
               f" {slow[0] / high:.0f} to {slow[-1] / low:.0f}.")
    for mode in ("pool", "virtual", "threads"):
        times = [report("2026-11-27-fan-out", f"{mode}-{most}")["ns/op"]
                 for most in (1, 5, 10, 25, 50, 100, 300, 500, 750)]
        times.sort(key=lambda one: float(one.replace(",", "")))
        low, high = (float(one.replace(",", "")) for one in (times[0], times[-1]))
        yield (f"Ours, {mode.upper()}: medians of {times[0]} to {times[-1]} ns/op with 1 to 750,"
               f" {high / low:.2f} times.")


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
    for at, load in enumerate(("10", "20")):
        parts = [ours("budget of a read: " + part) for part in
                 ("server (storage)", "transport", "total")]
        for name, side in (("HTTP/2", 0), ("HTTP/1.1", 1)):
            server, transport, total = (part[side][at] for part in parts)
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
           f" alone takes {megabits / most[2]:.0f} ms. With the 30 Gbit/s of the formula it is 23 +"
           f" {megabits / 30:.0f} = {23 + megabits / 30:.0f} ms.")
    reads = max(row("bandwidth", load)[2] for load in LOADS)
    yield (f"Reads alone use at most {reads} Gbit/s, {100 * reads / 30:.0f} % of 30: in the band"
           ' "network not a factor".')
    used = [f"{100 * row('bandwidth', load)[6] / 30:.0f} %" for load in ("100", "200", "10", "20")]
    times = [row("read, growth", load)[0] for load in ("100", "200")]
    yield (f"{used[0]} of 30 Gbit/s are used with 100 in flight and {used[1]} with 200, but the P50"
           f" of a read is {times[0]} and {times[1]} times that at 1."
           f" 10 in flight use {used[2]}, 20 use {used[3]}.")
    twenty, fifty = ((row("bandwidth", load)[1], row("read", load)[2]) for load in ("20", "50"))
    yield (f"Reads have {twenty[0]:.0f} per second and a P99 of {twenty[1]} ms with 20 in flight,"
           f" but {fifty[0]:.0f} and {fifty[1]} ms with 50, the best trade-off.")
    few = [row(operation + ", growth", load)[:2]
           for operation in ("lookup", "read", "write") for load in ("1", "2", "5", "10")]
    network = max(row("lookup, growth", load)[2] for load in ("1", "2", "5", "10"))
    yield (f"With 1 to 10 in flight P50 grows at most {max(p50 for p50, _ in few):.2f} times, P99"
           f" at most {max(p99 for _, p99 in few):.2f} times,"
           f" the network's P99 {network:.2f} times.")
    rates = [[ours(f"bandwidth: {load} in flight")[side] for load in LOADS] for side in (0, 1)]
    grown, left = zip(*(extent([rate[6] for rate in side]) for side in rates))
    theirs = extent([row("bandwidth", load)[6] for load in LOADS])[0]
    yield (f"Combined bandwidth grows {theirs:.1f} times to its highest, ours {grown[0]:.1f};"
           f" {grown[1]:.1f} times. With 200 in flight ours has {left[0]:.2f}; {left[1]:.2f} times"
           " its highest.")
    by_formula = [4 * side[5][0] / side[7][0] for side in rates]
    yield (f"Ours by the published formula, concurrency by P50: reads with 200 in flight have"
           f" {by_formula[0]:.2f}; {by_formula[1]:.2f} times the throughput of 50.")
    share = [part[3] / part[0] for part in (ours(f"write: {load} in flight")[0]
                                            for load in ("100", "200"))]
    yield (f"Ours, a write over HTTP/2, P50 by P50: transport is {share[0]:.2f} of the whole with"
           f" 100 in flight, {share[1]:.2f} with 200.")
    for cell, name in (("read-http2", "reads over HTTP/2"), ("read-http1", "reads over HTTP/1.1"),
                       ("write-http2", "writes over HTTP/2"),
                       ("write-http1", "writes over HTTP/1.1")):
        ranges = []
        for load in ("5", "10", "50"):
            rate = [fork[0]["secondaryMetrics"]["requests"]["score"] for _, fork in
                    forks("2026-11-27-saturation", rf"{cell}-{load}-\d+\.json")]
            ranges.append(f"{min(rate):.0f} to {max(rate):.0f}")
        yield (f"Ours, {name}, by fork: {ranges[0]} per second with 5 in flight,"
               f" {ranges[1]} with 10, {ranges[2]} with 50.")


def extent(values):
    """How many times the first the highest is, and how many times the highest the last."""
    return max(values) / values[0], values[-1] / max(values)


def ours(label):
    """Ours, over HTTP/2 and over HTTP/1.1, in the row of the report that begins so."""
    text = (RESULTS / "2026-11-27-saturation" / "report.md").read_text("utf-8")
    sides = re.search(r"\| " + re.escape(label) + r":.*\| (.*) \|", text)[1].split("; ")
    return [[float(one.replace(",", "")) for one in side.split(", ")] for side in sides]


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
