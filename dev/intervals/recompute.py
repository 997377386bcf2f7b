"""Recomputes the intervals of docs/results/*/report.md from the committed forks alone.
    python3 dev/intervals/recompute.py [FOLDER ...]   # default: all of docs/results; status 1 if one differs
    python3 dev/intervals/recompute.py --average FOLDER PATTERN     # these contenders, averaged in each round

Written from docs/comparison.md. The m questions of a family have a level of 1 - 5 %/m each, or that of Holm's step
where only that finds a difference."""
import base64, decimal, json, math, re, struct, sys, zipfile, zlib
from collections import Counter, defaultdict
from itertools import accumulate, combinations
from pathlib import Path
from statistics import mean, median, variance
RULES = {  # by study: contender, its baseline and its family, as patterns of labels, in the order of columns
    "http1-vs-http2": [(r"A[3467](-log)?", r"A5\1", r"\1"), (r"A4(-log)?", r"A3\1", r"\1")],
    "saturation": [(r"(.+)-http2-(\d+)", r"\1-http1-\2", r"\1")],
    "buffers": [(r"(?!http1-)(.+)-\d+k-(.+)", r"http1-32k-\2", r"\2"), (r"(.+)-256k-(.+)", r"\1-32k-\2", r"\2")],
    "strategies": [(r"(?!http1-)(.+)-(\d+-\d+ms)", r"http1-\2", r"\2")],
    "index-recovery": [(r"(stock|one-stream|large-session|on-receipt|adaptive|budget)-(\d.*)", r"http1-\2", r"\2")],
    "concurrent-queries": [(r"(?!http1-)(.+)-(\d+)", r"http1-\2", r"\2")],
    "jetty-versions": [(r"(.+)-(small-streams|large-session)", r"\1-http1", r"\1")],
    "dynamic-windows": [(r"(?!tuned)(.+?)-(1|12)-(.+)", r"tuned-\2-\3", r"\2-\3")],
    "observer-cost": [(r"(http.)-(?!off)(.+)", r"\1-off", r"\1")],
    "shard-fan-out": [(r"(batches|sequential)-(\d+)", r"each-\2", r"\2"), (r"sequential-(\d+)", r"batches-\1", r"\1")],
    "solr-versions": [(r"(?!http1-)([a-z-]+)-(\d+)-(.+)", r"http1-\2-\3", r"\2"),
                      (r"([a-z0-9-]+)-(\d+)-(9\.8|10)", r"\1-\2-9", r"\2")]}
ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
STUDIES = json.loads((ROOT / "src/main/resources/io/streambench/compare/study/studies.json").read_text())["studies"]
MANY = "max-concurrent-streams"
BEST = {"single-request": [("interactive", "P99", 1, ""), ("bulk", "throughput", -1, ""), ("little", "allocated", 1, "")],
        MANY: [("interactive u", "P99", 1, "limit"), ("(bulk i|Protection)", "throughput", -1, "limit")]}
DIVIDED = {"single-request": {"http2-100": "http2-1", "http1-100": "http1-1"},
           MANY: {"limit-250": "limit-100", "connections-100": "limit-100"}}
PAIRS = {"flight-1": "http1-1", "flight-10": "http1-10", "limit-128": "http1-100", "flight-400": "http1-400"}
FIGURES = ["throughput", "mean", "P50", "P95", "P99", "P99.9", "max", "min"]
OF_NODES = """nodeSolr nodeCount numShards numReplicas placement docCount docSizeBytes numTextFields outputBufferSize
    outputAggregationSize maxConcurrentStreams readRows writeBytes""".split()  # what a shared cluster depends on
TOKEN = re.compile(r"(?<![\d.,])[\d.,]*\d \([\d.,]+–[\d.,]+\)|(?<=\| )[\d.,]+–[\d.,]+(?= \|)|(?<=within )[\d.]+–[\d.]+")

def two_sided(t, freedom):
    """p of Student's t with whole degrees of freedom (Abramowitz, Stegun, 26.7.3 and 26.7.4)."""
    angle, odd, total = math.atan(abs(t) / math.sqrt(freedom)), freedom % 2, 0.0
    term = math.cos(angle) if odd else 1.0
    for k in range((freedom - odd) // 2):
        total += term
        term *= math.cos(angle) ** 2 * (2 * k + 1 + odd) / (2 * k + 2 + odd)
    return 1 - ((angle + math.sin(angle) * total) * 2 / math.pi if odd else math.sin(angle) * total)

class Ratio:
    def __init__(self, logs):  # of the ratios
        self.n, self.mean = len(logs), mean(logs)
        self.error = math.sqrt(variance(logs) / self.n) if self.n > 1 else 0
        self.p = two_sided(self.mean / self.error, self.n - 1) if self.error else float(self.mean == 0)
    def at(self, level=0.05):
        t, step = 0.0, 2.0**20  # the t that is exceeded with this probability
        while step > 1e-12:
            step /= 2
            t += step if two_sided(t + step, self.n - 1) > level else 0
        return tuple(math.exp(self.mean + sign * t * self.error) for sign in (0, -1, 1))

def paired(contender, baseline):
    return Ratio([math.log(contender[r] / baseline[r]) for r in sorted(contender) if r in baseline])

def judged(ratios):
    """(ratio, low, high, different) for each of a family; None with fewer than four pairs."""
    asked = sorted((one.p, i) for i, one in enumerate(ratios) if one.n >= 4)
    m, holm, found = len(asked), 0.0, dict.fromkeys(range(len(ratios)))
    for step, (p, i) in enumerate(asked):
        holm = max(holm, min(1, p * (m - step)))
        ends = ratios[i].at(0.05 * p / holm if holm < 0.05 <= p * m else 0.05 / m)
        found[i] = ends + (holm < 0.05 and not ends[1] <= 1 <= ends[2],)
    return list(found.values())

def number(value, places, how=decimal.ROUND_HALF_EVEN):
    return f"{decimal.Decimal(repr(value)).quantize(decimal.Decimal(1).scaleb(-places), how):,.{max(0, places)}f}"

def places_of(value, low, high):
    half, size = (high - low) / 2, lambda x: math.floor(math.log10(x))
    return (half / 10 ** size(half) < 3.55) - size(half) if half > abs(value) * 1e-9 else 3 - size(value)

def shown(ratio, low, high, *_):
    places = max(2, places_of(ratio, low, high)) if (high - low) / 2 < 0.005 else 2
    while high < 1 and float(number(high, places)) == 1 or low > 1 and number(low, places).strip("0") == "1.":
        places += 1
    return f"{number(ratio, places)} ({number(low, places)}–{number(high, places)})"

def median_and_range(scores):
    shown_, *ends = median(scores.values()), min(scores.values()), max(scores.values())
    places = places_of(shown_, *ends)
    return number(shown_, places), "–".join(number(end, places) for end in ends)

class Latencies:
    """HdrHistogram's compressed form V2 with three digits, added up: counts by index."""
    def __init__(self, forks):
        self.counts = Counter()
        for fork in forks:
            data = zlib.decompress(base64.b64decode(fork["histogram"])[8:])
            assert struct.unpack(">iq", data[12:24]) == (3, 1), "digits and lowest value"
            at, index = 40, 0
            while at < 40 + struct.unpack(">i", data[4:8])[0]:
                value, shift, at = data[at] & 127, 7, at + 1
                while data[at - 1] > 127:  # a count has less than 56 bits
                    value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
                count = value >> 1 ^ -(value & 1)
                self.counts[index] += max(0, count)
                index += max(1, -count)
        self.used, self.total = sorted(+self.counts), sum(self.counts.values())
    def span(self, index):
        bucket = max(0, (index >> 10) - 1)
        return (index if index < 2048 else (1024 + (index & 1023)) << bucket), 1 << bucket
    def percentile(self, percent):
        wanted = max(1, math.ceil(math.nextafter(percent, -math.inf) * self.total / 100))
        sums = zip(self.used, accumulate(self.counts[index] for index in self.used))
        return (sum(self.span(next(index for index, all_ in sums if all_ >= wanted))) - 1) / 1e6
    def of(self, which):
        if which in ("mean", "min"):
            sums = [self.counts[i] * (self.span(i)[0] + self.span(i)[1] // 2) for i in self.used]
            return (self.span(self.used[0])[0] if which == "min" else sum(sums) / self.total) / 1e6
        return self.percentile(100.0 if which == "max" else float(which[1:]))
    def p99(self):
        """The 95 % interval of P99: two ordered values whose ranks are binomial."""
        arm = 1.96 * math.sqrt(self.total * 0.99 * 0.01)
        ranks = math.floor(self.total * 0.99 - arm), math.ceil(self.total * 0.99 + arm) + 1
        ends = [self.percentile(100 * (rank - 0.5) / self.total) for rank in ranks]
        return "–".join(number(x, max(0, 2 - math.floor(math.log10(x))), decimal.ROUND_HALF_UP) for x in ends)

def label_of(result):
    return re.sub(r"^forks/|-\d+\.json$", "", result)

def score(text):
    return mean(json.loads(text)[0]["primaryMetric"]["rawData"][0])

class Study:
    def __init__(self, folder):
        file, kept = json.loads((folder / "study.json").read_text()), zipfile.ZipFile(folder / "forks.zip")
        self.name, self.outcomes, by_cell = file["study"], file["outcomes"], defaultdict(list)
        [by_cell[one["benchmark"], str(sorted(one["params"].items()))].append(one) for one in self.outcomes]
        self.fresh = file["settings"].get("freshNodes")  # each round has its own clusters
        self.all, self.cells, self.loads = {}, {}, {}  # label -> (round, session) -> score or load
        for forks in by_cell.values():
            done = {(o["round"], o.get("session", 0)): o["result"] for o in forks if o["outcome"] == "COMPLETED"}
            if done and not any(one["outcome"] == "STALLED" for one in forks):
                label = label_of(min(done.values()))
                self.all[label] = {r: score(kept.read(done[r])) for r in sorted(done)}
                if len(done) == len(forks):
                    self.cells[label] = self.all[label]
                    loads = {r: f.replace(".json", ".load") for r, f in sorted(done.items())}
                    if set(loads.values()) <= set(kept.namelist()):
                        self.loads[label] = {r: json.loads(kept.read(f)) for r, f in loads.items()}
    def figure(self, label, which):
        known = {"throughput": lambda x: (x["requests"] - sum(x["failures"].values())) / x["seconds"],
                 "allocated": lambda x: x["allocatedBytesPerRequest"]}
        return {r: known.get(which, lambda x: Latencies([x]).of(which))(x) for r, x in self.loads[label].items()}
    def asked(self):
        for rule, (contender, base, family) in enumerate(RULES.get(self.name.replace("output-buffer", "buffers"), [])):
            for label in self.cells:
                if (at := re.fullmatch(contender, label)) and at.expand(base) in set(self.cells) - {label}:
                    yield rule, label, at.expand(base), at.expand(family)
    def primary(self):
        """The cells of the primary question, each with its baseline; none if one has no complete forks."""
        asked = next((one.get("primary") for one in STUDIES if one["name"] == self.name), None)
        found = [(at, re.sub(r"\$(\d)", r"\\\1", asked["baseline"])) for label in self.all
                 if (at := re.fullmatch(asked["cells"], label))] if asked else []
        pairs = [(at[0], at.expand(base)) for at, base in found]
        return pairs if {label for pair in pairs for label in pair} <= set(self.cells) else []
    def compared(self):
        families = defaultdict(list)
        for rule, label, base, family in self.asked():
            families[family].append((rule, label, paired(self.cells[label], self.cells[base])))
        return sorted((rule, label, found) for asked in families.values()
                      for (rule, label, _), found in zip(asked, judged([one[2] for one in asked])) if found)
    def facts(self):
        """(pattern of a sentence, an interval that it may show), besides labelled rows."""
        for rule, label, found in self.compared():
            open_ = [f for r, _, f in self.compared() if r == rule and not (f[3] or 1 / 1.02 <= f[1] <= f[2] <= 1.02)]
            yield "ratios within", f"{min(f[1] for f in open_):.2f}–{max(f[2] for f in open_):.2f}" if open_ else ""
            yield "divided by| ran (slow|fast)er than ", shown(*found)  # of any cell: a sentence has no labels
            yield "divided by", shown(1 / found[0], 1 / found[2], 1 / found[1])
        for words, which, sign, some in BEST.get(self.name, []):
            of = {cell: self.figure(cell, which) for cell in self.loads if cell.startswith(some)}
            pairs = list(combinations(sorted(of, key=lambda cell: sign * median(of[cell].values())), 2))
            for found in judged([paired(of[b], of[a]) for a, b in pairs])[: len(of) - 1]:
                yield words, shown(*found)
        for which in FIGURES:
            for one, other in DIVIDED.get(self.name, {}).items():
                if not {one, other} <= set(self.loads):
                    continue  # a part of the study
                found = paired(self.figure(one, which), self.figure(other, which)).at()
                yield rf"divided by.*\b{re.escape(which)}(?![.\d])", shown(*found)
        if pairs := self.primary():
            rounds = [r for r in self.cells[pairs[0][0]] if all(r in self.cells[x] for pair in pairs for x in pair)]
            logs = [mean(math.log(self.cells[a][r] / self.cells[b][r]) for a, b in pairs) for r in rounds]
            yield "^- Primary", shown(*Ratio(logs).at()) if len(logs) > 1 else ""
        last, warm, first, logs = max(one["round"] for one in self.outcomes), set(), [], {}
        for label, scores in self.cells.items():
            times = [math.log(x) * (-1 if self.outcomes[0]["mode"] == "thrpt" else 1) for x in scores.values()]
            if [r for r, _ in scores] == list(range(1, last + 1)) and last > 1:
                logs[label] = [(x - mean(times)) * last / (last - 1) for x in times]
        for one in self.outcomes:
            names = OF_NODES + ["rttMillis", "bandwidthMbps"] * (self.name == "index-recovery")
            cluster = one["params"].get("cluster", "process") + str(one["round"] if self.fresh else "") + str([one["params"].get(name) for name in names])
            if one["outcome"] != "FAILED" and cluster.startswith("process") and cluster not in warm:
                warm.add(cluster)
                first += [log[one["round"] - 1] for name, log in logs.items() if name == label_of(one["result"] or "")]
        for words, of in ("Round 1 took", [log[0] for log in logs.values()]), (f"{len(first)} clusters took", first):
            yield words, shown(*Ratio(of).at()) if len(of) > 1 else ""
        yield from ((r"^\| (?!.*divided by)", "{} ({})".format(*median_and_range(all_))) for all_ in self.all.values())
    def rows(self):
        """(pattern of a row, all intervals that it has, in their order)"""
        columns = [(r, label, f) for r, label, f in self.compared() if (self.name, r) != ("http1-vs-http2", 1)]
        for label, scores in self.all.items():
            ratios = [shown(*found) for _, one, found in columns if one == label]
            row, (middle, ends) = rf"\| {re.escape(label)} \|.*", median_and_range(scores)
            if self.name == "saturation":
                words = label.replace("http1", "HTTP/1.1").replace("http2", "HTTP/2").split("-")
                row = r"\| " + re.escape(" | ".join(words)) + r" \|.*[\d,]+ \|$"
            if label in self.loads:
                yield row, ratios + [Latencies(self.loads[label].values()).p99()]
            else:  # a row without a label is known by its median and range
                yield rf"{row}–|.*\| {re.escape(middle)} \| {ends} \|", [ends] * (len(scores) > 1) + ratios
        if self.name == MANY and set(PAIRS) <= set(self.loads):
            of = [judged([paired(self.figure(a, w), self.figure(b, w)) for a, b in PAIRS.items()]) for w in FIGURES[:6]]
            for i, other in enumerate(PAIRS.values()):
                yield rf"\| HTTP/2 by HTTP/1.1, {other[6:]} in", [shown(*column[i]) for column in of]

def sides(folder):  # by turns; a is the baseline
    a, b = ({f.name: score(f.read_text()) for f in sorted((folder / side).glob("*[0-9].json"))} for side in "ab")
    ranges = [(r"^\|", "{} ({})".format(*median_and_range(side))) for side in (a, b)]
    return ranges + [(r"^\| (?!.*baseline)", shown(*paired(b, a).at()))]

def check(folder):
    before = re.search("jetty-versions|dynamic-windows", folder.name)  # medians, by the rule of that time
    study = Study(folder) if (folder / "study.json").exists() and not before else None
    facts = list(study.facts() if study else sides(folder) if (folder / "a").exists() else [])
    rows, header, checked, wrong, left = list(study.rows()) if study else [], "", 0, [], []
    report = (folder / "report.md").read_text()
    for line in report.splitlines():
        header = (header or line) if line.startswith("|") else ""
        published, drawn = "| published" in header, re.search("resamples|level before", header)  # drawn by chance
        found = [] if published or drawn else TOKEN.findall(line)
        own = [expected for pattern, expected in rows if found and re.match(pattern, line)]
        checked += len(found) if own else 0
        wrong += [f"{found} is not {own}: {line[:70]}"] if own and found not in own else []
        whole = re.search("divided by|Best for|Protection of", line)
        sentences = re.split(r"(?<=\.) ", line)  # one that compares cells has semicolons
        parts = [line] if whole else [p for x in sentences for p in ([x] if " ran " in x else x.split(";"))]
        for part in [] if own else parts:
            part = "| " + part if published and part[:1] != "|" else part
            for token in (token for token in TOKEN.findall(part) if "(" in token or not published):
                other = "within" in part and "not judged" in report  # a part of the cells
                may = [text for pattern, text in facts if text and re.search(pattern, part) and not drawn and not other
                       and line.startswith("- Primary") == (pattern == "^- Primary")]
                checked += bool(may)
                left += [] if may else [token]
                wrong += [f"{token} is not in {may[:6]}: {part[:70]}"] if may and token not in may else []
    print(f"{folder.name}: {checked} checked, {len(wrong)} differ, {len(left)} not checked", left[:3] or "")
    today = [f"today {label} {shown(*found)}" for _, label, found in Study(folder).compared()] if before and sys.argv[1:] else []
    print("".join(f"  {one}\n" for one in wrong + today), end="")
    return checked, len(wrong), len(left)

def average(folder, pattern):
    """The mean of the logarithms of these contenders' ratios in each round, judged alone."""
    study, rounds = Study(Path(folder)), defaultdict(list)
    for rule, label, base, _ in study.asked():
        for r in study.cells[label] if re.fullmatch(pattern, f"{label}/{base}") else []:
            rounds[r].append(math.log(study.cells[label][r] / study.cells[base][r]))
    print(shown(*Ratio([mean(logs) for logs in rounds.values()]).at()), "pairs by round:", *map(len, rounds.values()))

if sys.argv[1:2] == ["--average"]:
    sys.exit(average(*sys.argv[2:]))
sums = [check(Path(f)) for f in sys.argv[1:] or sorted(one.parent for one in RESULTS.glob("*/report.md"))]
print("all: {} checked, {} differ, {} not checked".format(*map(sum, zip(*sums))))
sys.exit(any(one[1] for one in sums))
