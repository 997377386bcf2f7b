(() => {
  const { root, colour, unpack } = page;
  let lanes = 0;
  root.dataset.lanes = 0;

  if (!page.canUnpack()) {
    return;
  }

  const streamColour = (index) => 's' + index % 8;
  const KIB = 1024;
  const MIB = 1024 * 1024;

  function bytes(value) {
    if (Math.abs(value) < KIB) {
      return value + ' B';
    }
    const large = Math.abs(value) >= MIB;
    return (value / (large ? MIB : KIB)).toFixed(1).replace(/\.0$/, '') + (large ? ' MiB' : ' KiB');
  }

  /** Short enough for an axis. */
  function rounded(value) {
    return value >= 100 ? Math.round(value) : +value.toFixed(2);
  }

  function seconds(nanos, spanNanos) {
    const digits = spanNanos > 2e10 ? 1 : spanNanos > 2e8 ? 3 : 4;
    return (nanos / 1e9).toFixed(digits) + ' s';
  }

  /** The number of a series at a step; those left out at both ends are zeros. */
  const valueAt = (series, step) => series.v[step - series.at] || 0;

  /** Times without window, as the steps have them and, more exactly, as the stalls do. */
  function usedUp(data, series, first) {
    const spans = data.stalls.slice();
    let from = -1;
    for (let step = first; step <= data.steps; step++) {
      const none = step < data.steps && valueAt(series, step) <= 0;
      if (none && from < 0) {
        from = step;
      } else if (!none && from >= 0) {
        spans.push([data.start + from * data.step,
          step === data.steps ? data.end : data.start + step * data.step]);
        from = -1;
      }
    }
    return merged(spans);
  }

  function merged(spans) {
    const all = [];
    for (const [from, to] of spans.sort((one, other) => one[0] - other[0])) {
      const last = all[all.length - 1];
      if (last && from <= last[1]) {
        last[1] = Math.max(last[1], to);
      } else {
        all.push([from, to]);
      }
    }
    return all;
  }

  class Session {
    constructor(box, data) {
      this.box = box;
      this.data = data;
      this.plots = box.querySelector('.plots');
      this.cross = box.querySelector('.cross');
      this.selection = box.querySelector('.selection');
      this.reading = box.querySelector('.reading');
      this.charts = [];
      this.ends = [];
      // A stall that lasts to the end of the source may have no length at all: room to show it.
      this.whole = [0, data.stalled && data.stalled.length === 1 ? data.end * 1.025 : data.end];
      this.range = this.whole.slice();
      this.at = null;
      for (const canvas of box.querySelectorAll('canvas')) {
        this.charts.push(canvas.dataset.kind === 'send' ? this.sendChart(canvas) : this.receiveChart(canvas));
      }
      (data.lanes || []).forEach((lane, index) => this.addLane(lane, index));
      this.listen();
    }

    points(series, first) {
      const points = [];
      const { start, step, steps, end } = this.data;
      for (let i = first; i < steps; i++) {
        points.push({ x: start + i * step, y: valueAt(series, i) });
      }
      if (points.length && end > points[points.length - 1].x) {
        points.push({ x: end, y: points[points.length - 1].y });
      }
      return points;
    }

    area(label, series, name) {
      return {
        label, data: this.points(series, this.data.first), stack: 'held', borderWidth: 0.5, order: 2,
        colours: { backgroundColor: name, borderColor: 'page' },
      };
    }

    /** A line, and under it a wider one in the colour of the page, which keeps it apart from areas. */
    line(label, series, first) {
      const data = this.points(series, first);
      return [
        { label, data, stack: label, fill: false, borderWidth: 2.25, order: 0, colours: { borderColor: 'line' } },
        { label, data, stack: label + ' ground', fill: false, borderWidth: 5, order: 1, colours: { borderColor: 'halo' } },
      ];
    }

    receiveChart(canvas) {
      const data = this.data;
      const first = data.first;
      const sets = data.lanes.map((lane, index) =>
        this.area('stream ' + lane.id, lane, streamColour(index)));
      if (data.rest.v.length) {
        sets.push(this.area('other streams', data.rest, 'rest'));
      }
      sets.push(this.area('not acknowledged', data.unacknowledged, 'unacknowledged'));
      sets.forEach((set, index) => { set.fill = index ? '-1' : 'origin'; });
      sets.push(...this.line('receive window', data.window, first));
      return this.chart(canvas, sets, data.initial, usedUp(data, data.window, first), data.initial);
    }

    sendChart(canvas) {
      const data = this.data;
      const most = Math.max(1, ...data.send.v);
      const stalls = usedUp(data.lanes ? { ...data, stalls: [] } : data, data.send, data.firstSend);
      return this.chart(canvas, this.line('send window', data.send, data.firstSend), most, stalls, 0);
    }

    chart(canvas, datasets, most, spans, initial) {
      const unit = most >= MIB ? MIB : KIB;
      const self = this;
      return new Chart(canvas, {
        type: 'line',
        data: { datasets },
        options: {
          ...Session.plain(),
          layout: { padding: { top: 22 } },
          scales: {
            x: {
              type: 'linear', min: this.range[0], max: this.range[1],
              title: { display: true, text: 'seconds from the first event' },
              grid: { drawTicks: true },
              ticks: { autoSkip: false, maxRotation: 0 },
              // Ticks at round numbers of seconds: the scale itself counts nanoseconds.
              afterBuildTicks(scale) { scale.ticks = roundTicks(scale.min, scale.max, scale.width); },
              afterTickToLabelConversion(scale) { labelTicks(scale.ticks, scale.max - 16 * (scale.max - scale.min) / scale.width); },
              afterFit(scale) { scale.paddingLeft = 0; scale.paddingRight = 0; },
            },
            y: {
              stacked: true, min: 0, max: most * 1.07,
              afterBuildTicks(scale) { scale.ticks = [0, 1, 2, 3, 4].map((n) => ({ value: most * n / 4 })); },
              afterFit(scale) { scale.width = canvas.parentElement.offsetWidth - self.plotWidth(); },
              ticks: { callback: (value) => rounded(value / unit) + (unit === MIB ? ' MiB' : ' KiB') },
            },
          },
        },
        plugins: [this.marks(spans, initial, true)],
      });
    }

    /** Width of the column that all plots of the session share. */
    plotWidth() {
      const columns = getComputedStyle(this.plots).gridTemplateColumns.split(' ').map(parseFloat);
      const narrow = matchMedia('(max-width: 760px)').matches && !root.hasAttribute('data-printing');
      return narrow ? columns[1] + columns[2] : columns[1];
    }

    static plain() {
      return {
        animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
        events: [],
        elements: { point: { radius: 0 }, line: { stepped: true } },
        plugins: { legend: { display: false }, tooltip: { enabled: false } },
      };
    }

    /** What lies over the areas: the times without window, the stall, the initial window. */
    marks(spans, initial, large) {
      const stalled = this.data.stalled;
      const end = this.data.end;
      const inside = (chart, from, to, paint) => {
        const { left, right, top, bottom } = chart.chartArea;
        const x = chart.scales.x;
        const a = Math.max(left, x.getPixelForValue(from));
        const b = Math.min(right, x.getPixelForValue(to));
        if (a <= right && b >= left && b >= a) {
          paint(chart.ctx, a, Math.max(1, b - a), top, bottom);
        }
      };
      return {
        id: 'marks',
        afterDatasetsDraw(chart) {
          const ctx = chart.ctx;
          const { left, right, top, bottom } = chart.chartArea;
          ctx.save();
          for (const [from, to] of spans) {
            inside(chart, from, to, (c, a, width) => {
              c.fillStyle = colour('used-up');
              c.globalAlpha = 1;
              c.fillRect(a, top, width, 7);
              c.globalAlpha = 0.16;
              c.fillRect(a, top, width, bottom - top);
            });
          }
          ctx.globalAlpha = 1;
          if (initial) {
            const y = Math.round(chart.scales.y.getPixelForValue(initial)) + 0.5;
            ctx.strokeStyle = colour('soft');
            ctx.lineWidth = 1.5;
            ctx.setLineDash([6, 4]);
            ctx.beginPath();
            ctx.moveTo(left, y);
            ctx.lineTo(right, y);
            ctx.stroke();
            ctx.setLineDash([]);
          }
          if (stalled) {
            inside(chart, stalled[0], stalled.length > 1 ? stalled[1] : Infinity, (c, a, width) => {
              c.fillStyle = colour('stalled');
              c.globalAlpha = 1;
              c.fillRect(a, top, large ? 2 : 1, bottom - top);
              if (large) {
                c.fillRect(a, top, width, 7);
              }
              c.globalAlpha = large ? 0.3 : 0.16;
              c.fillRect(a, top, width, bottom - top);
              if (large) {
                label(c, 'stalled since ' + seconds(stalled[0], end), a, left, right, top - 11);
              }
            });
          }
          ctx.restore();
        },
      };
    }

    addLane(lane, index) {
      const make = (kind, text) => {
        const element = document.createElement('div');
        element.className = kind + (lane.starved ? ' starved' : '');
        element.textContent = text;
        this.plots.insertBefore(element, this.cross);
        return element;
      };
      make('lane-id', lane.id);
      const plot = make('lane-plot', '');
      const canvas = document.createElement('canvas');
      canvas.setAttribute('role', 'img');
      plot.append(canvas);
      const last = valueAt(lane, this.data.steps - 1);
      const left = lane.starved ? 'starved: nothing to read' : last ? bytes(last) : '0 B';
      this.ends.push({ element: make('lane-end', left), lane, left });
      canvas.setAttribute('aria-label', 'stream ' + lane.id + ', unread in the end: ' + left);
      const most = Math.max(1, ...this.data.lanes.map((other) => Math.max(0, ...other.v)));
      this.box.querySelector('.scale').textContent = ', 0 to ' + bytes(most);
      const name = streamColour(index);
      this.charts.push(new Chart(canvas, {
        type: 'line',
        data: {
          datasets: [{
            data: this.points(lane, this.data.first), fill: 'origin', borderWidth: 1,
            colours: { backgroundColor: name, borderColor: name },
            // A line only where there is something: thin areas would not be seen without.
            segment: { borderColor: (part) => part.p0.parsed.y || part.p1.parsed.y ? undefined : 'transparent' },
          }],
        },
        options: {
          ...Session.plain(),
          scales: {
            x: {
              type: 'linear', display: false, min: this.range[0], max: this.range[1],
            },
            y: { display: false, min: 0, max: most },
          },
        },
        plugins: [this.marks([], 0, false)],
      }));
      root.dataset.lanes = ++lanes;
    }

    recolour() {
      for (const chart of this.charts) {
        for (const set of chart.data.datasets) {
          for (const [what, name] of Object.entries(set.colours)) {
            set[what] = colour(name);
          }
        }
        for (const axis of Object.values(chart.options.scales)) {
          if (axis.display !== false) {
            axis.ticks.color = colour('soft');
            axis.grid.color = colour('grid');
            axis.border = { color: colour('rule') };
            axis.title.color = colour('soft');
          }
        }
        chart.update('none');
      }
    }

    show(from, to) {
      const least = Math.min(this.data.step * 8, this.whole[1] / 50);
      const width = Math.min(Math.max(to - from, least), this.whole[1] - this.whole[0]);
      const low = Math.min(Math.max(from, this.whole[0]), this.whole[1] - width);
      this.range = [low, low + width];
      Object.assign(this.box.dataset, { from: Math.round(low), to: Math.round(low + width) });
      for (const chart of this.charts) {
        Object.assign(chart.options.scales.x, { min: low, max: low + width });
        chart.update('none');
      }
      this.read(this.at);
    }

    zoom(factor) {
      const [from, to] = this.range;
      const about = this.at !== null && this.at >= from && this.at <= to ? this.at : (from + to) / 2;
      this.show(about - (about - from) * factor, about + (to - about) * factor);
    }

    pan(part) {
      const [from, to] = this.range;
      this.show(from + (to - from) * part, to + (to - from) * part);
    }

    act(name) {
      ({
        in: () => this.zoom(0.5), out: () => this.zoom(2), left: () => this.pan(-0.25),
        right: () => this.pan(0.25), reset: () => this.show(...this.whole),
      })[name]();
    }

    /** Left edge and width of the plots, in the box that holds them. */
    plotted() {
      const chart = this.charts[0];
      const box = chart.canvas.getBoundingClientRect();
      return { left: box.left - this.plots.getBoundingClientRect().left + chart.chartArea.left, width: chart.chartArea.width };
    }

    timeAt(event) {
      const { left, width } = this.plotted();
      const part = (event.clientX - this.plots.getBoundingClientRect().left - left) / width;
      return this.range[0] + Math.min(1, Math.max(0, part)) * (this.range[1] - this.range[0]);
    }

    pixel(time) {
      const { left, width } = this.plotted();
      return left + (time - this.range[0]) / (this.range[1] - this.range[0]) * width;
    }

    /** Shows what everything was at a time, or, for null, in the end. */
    read(time) {
      const { data } = this;
      this.at = time;
      const visible = time !== null && time >= this.range[0] && time <= this.range[1];
      this.cross.hidden = !visible;
      this.reading.textContent = '\u00a0';
      const step = visible ? Math.min(data.steps - 1, Math.floor((time - data.start) / data.step)) : -1;
      for (const { element, lane, left } of this.ends) {
        element.textContent = visible ? bytes(step < 0 ? 0 : valueAt(lane, step)) : left;
      }
      if (!visible) {
        return;
      }
      this.cross.style.left = this.pixel(time) + 'px';
      const span = this.range[1] - this.range[0];
      const parts = [];
      if (data.window && step >= data.first) {
        parts.push(['window', valueAt(data.window, step)], ['unread', valueAt(data.unread, step)], ['not acknowledged', valueAt(data.unacknowledged, step)]);
      }
      if (data.send && step >= data.firstSend) {
        parts.push(['send window', valueAt(data.send, step)]);
      }
      const bold = document.createElement('b');
      bold.textContent = seconds(Math.min(time, data.end), span);
      this.reading.replaceChildren(bold, ...parts.map(([name, value]) => ' · ' + name + ' ' + bytes(value)));
    }

    listen() {
      let from = null;
      this.box.querySelector('.buttons').addEventListener('click', (event) => {
        if (event.target.dataset.do) {
          this.act(event.target.dataset.do);
        }
      });
      this.plots.addEventListener('pointerdown', (event) => {
        const { left, width } = this.plotted();
        const x = event.clientX - this.plots.getBoundingClientRect().left;
        if (event.button === 0 && x >= left && x <= left + width) {
          from = this.timeAt(event);
          this.plots.setPointerCapture(event.pointerId);
        }
      });
      this.plots.addEventListener('pointermove', (event) => {
        const time = this.timeAt(event);
        this.read(time);
        if (from !== null) {
          this.selection.hidden = false;
          this.selection.style.left = this.pixel(Math.min(from, time)) + 'px';
          this.selection.style.width = Math.abs(this.pixel(time) - this.pixel(from)) + 'px';
        }
      });
      const drop = () => {
        from = null;
        this.selection.hidden = true;
      };
      this.plots.addEventListener('pointerup', (event) => {
        const to = this.timeAt(event);
        const start = from;
        drop();
        if (start !== null && Math.abs(this.pixel(to) - this.pixel(start)) > 6) {
          this.show(Math.min(start, to), Math.max(start, to));
        }
      });
      this.plots.addEventListener('pointercancel', drop);
      this.plots.addEventListener('pointerleave', () => from === null && this.read(null));
      this.plots.addEventListener('dblclick', () => this.act('reset'));
      this.plots.addEventListener('blur', () => this.read(null));
      this.plots.addEventListener('keydown', (event) => this.key(event));
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return; // the browser's own
      }
      const actions = { '+': 'in', '=': 'in', '-': 'out', '_': 'out', '0': 'reset', ArrowLeft: 'left', ArrowRight: 'right' };
      const action = actions[event.key];
      if (event.shiftKey && event.key.startsWith('Arrow') && action) {
        const [from, to] = this.range;
        const now = this.at === null ? (from + to) / 2 : this.at;
        this.read(Math.min(to, Math.max(from, now + (action === 'left' ? -1 : 1) * (to - from) / 100)));
      } else if (action) {
        this.act(action);
      } else {
        return;
      }
      event.preventDefault();
    }
  }

  function roundTicks(min, max, width) {
    const rough = (max - min) / Math.max(2, width / 90);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
    const ticks = [];
    for (let n = Math.ceil(min / step); n * step <= max; n++) {
      ticks.push({ value: n * step });
    }
    return ticks;
  }

  /** Without the label that the right edge would cut. */
  function labelTicks(ticks, upTo) {
    const step = ticks.length > 1 ? ticks[1].value - ticks[0].value : 1e9;
    const digits = Math.max(0, Math.ceil(-Math.log10(step / 1e9) - 1e-9));
    ticks.forEach((tick) => { tick.label = tick.value > upTo ? '' : (tick.value / 1e9).toFixed(digits); });
  }

  /** Text over the plot, as near to where it belongs as the edges let it be. */
  function label(ctx, text, x, left, right, y) {
    ctx.font = '600 12px system-ui, "DejaVu Sans", sans-serif';
    const width = ctx.measureText(text).width;
    ctx.globalAlpha = 1;
    ctx.fillStyle = colour('bad');
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    ctx.fillText(text, Math.max(left, Math.min(x, right - width)), y);
  }

  async function draw() {
    await unpack();
    const boxes = document.querySelectorAll('.timeline');
    const sessions = [];
    const drawIn = (box) => {
      const session = new Session(box, page.data(box));
      session.recolour();
      sessions.push(session);
    };
    root.dataset.charts = boxes.length; // from here on the style sheet shows them
    for (const box of boxes) {
      const folded = box.closest('details');
      if (folded) {
        folded.addEventListener('toggle', () => drawIn(box), { once: true });
      } else {
        drawIn(box);
      }
    }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => sessions.forEach((s) => s.recolour()));
    const print = (printing) => {
      root.toggleAttribute('data-printing', printing);
      for (const session of sessions) {
        session.charts.forEach((chart) => chart.resize());
        session.recolour();
      }
    };
    addEventListener('beforeprint', () => print(true));
    addEventListener('afterprint', () => print(false));
  }

  draw();
})();
