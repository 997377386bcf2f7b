(() => {
  const { root, colour } = page;
  const KIB = 1024;
  const MIB = 1024 * 1024;
  let lanes = 0;
  root.dataset.lanes = 0;

  const seconds = (nanos) => (nanos / 1e9).toFixed(3) + ' s';

  function bytes(value) {
    if (Math.abs(value) < KIB) {
      return value + ' B';
    }
    const large = Math.abs(value) >= MIB;
    return +(value / (large ? MIB : KIB)).toFixed(1) + (large ? ' MiB' : ' KiB');
  }

  /** The number of a series at a step; those left out at both ends are zeros. */
  const valueAt = (series, step) => series.v[step - series.at] || 0;

  /** Times without window, as the steps have them and, more exactly, as the stalls do. */
  function usedUp(data, series, first) {
    const spans = data.stalls.slice();
    for (let step = first; step < data.steps; step++) {
      if (valueAt(series, step) <= 0) {
        const from = data.start + step * data.step;
        spans.push([from, step === data.steps - 1 ? data.end : from + data.step]);
      }
    }
    const merged = [];
    for (const [from, to] of spans.sort((one, other) => one[0] - other[0])) {
      const last = merged[merged.length - 1];
      if (last && from <= last[1]) {
        last[1] = Math.max(last[1], to);
      } else {
        merged.push([from, to]);
      }
    }
    return merged;
  }

  class Session {
    constructor(box, data) {
      this.data = data;
      this.plots = box.querySelector('.plots');
      this.cross = box.querySelector('.cross');
      this.reading = box.querySelector('.reading');
      this.scale = box.querySelector('.scale');
      this.charts = [];
      this.ends = [];
      // What starves is at the bottom, drawn last, with a line above it.
      const coloured = data.lanes.filter((lane) => lane.name);
      this.layers = [...coloured.filter((lane) => lane.starved), ...coloured.filter((lane) => !lane.starved), ...data.layers || []];
      for (const canvas of box.querySelectorAll('canvas')) {
        this.charts.push(canvas.dataset.kind === 'send' ? this.sendChart(canvas) : this.receiveChart(canvas));
      }
      data.lanes.forEach((lane) => this.addLane(lane));
      this.plots.addEventListener('pointermove', (event) => this.read(event));
      this.plots.addEventListener('pointerleave', () => this.readEnd());
      page.follow(this.charts);
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

    area(layer, first) {
      return {
        label: layer.name, data: this.points(layer, first), stack: 'held', fill: 'stack',
        borderWidth: layer.starved ? 2.5 : 0.5,
        backgroundColor: () => colour(layer.colour), borderColor: () => colour(layer.starved ? 'line' : 'page'),
      };
    }

    receiveChart(canvas) {
      const { layers, data } = this;
      const free = layers[layers.length - 1];
      return this.chart(canvas, layers, data.first, data.initial, usedUp(data, free, data.first));
    }

    sendChart(canvas) {
      const { data } = this;
      const stalls = usedUp(data.layers ? { ...data, stalls: [] } : data, data.send, data.firstSend);
      return this.chart(canvas, [data.send], data.firstSend, Math.max(1, ...data.send.v), stalls);
    }

    chart(canvas, layers, first, most, spans) {
      return new Chart(canvas, {
        type: 'line',
        data: { datasets: layers.map((layer) => this.area(layer, first)) },
        options: {
          ...Session.plain(),
          layout: { padding: { top: 22 } },
          scales: {
            x: {
              type: 'linear', min: this.data.start, max: this.data.to,
              title: { display: true, text: 'seconds from the first event' },
              ticks: { maxRotation: 0, includeBounds: false, callback: (value) => +(value / 1e9).toFixed(4) },
              afterFit(scale) { scale.paddingLeft = 0; scale.paddingRight = 0; },
            },
            y: {
              stacked: true, min: 0, max: most * 1.07,
              afterBuildTicks(scale) { scale.ticks = [0, 1, 2, 3, 4].map((n) => ({ value: most * n / 4 })); },
              // As wide as the first column, so that the lanes begin where this chart begins.
              afterFit: (scale) => { scale.width = parseFloat(getComputedStyle(this.plots).gridTemplateColumns); },
              ticks: { callback: bytes },
            },
          },
        },
        plugins: [this.marks(spans, true)],
      });
    }

    static plain() {
      return {
        animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
        events: [],
        elements: { point: { radius: 0 }, line: { stepped: true } },
        plugins: { legend: { display: false }, tooltip: { enabled: false } },
      };
    }

    /** What lies behind the areas: the stall, and the times without window. */
    marks(spans, large) {
      const { mark, start } = this.data;
      return {
        id: 'marks',
        beforeDatasetsDraw({ ctx, chartArea, scales }) {
          const { left, right, top, bottom } = chartArea;
          const at = (time) => Math.max(left, Math.min(right, scales.x.getPixelForValue(time)));
          const paint = (from, to, name, height) => {
            ctx.fillStyle = colour(name);
            ctx.fillRect(at(from), top, Math.max(1, at(to) - at(from)), height);
          };
          ctx.save();
          if (mark) {
            paint(mark.from, mark.to, 'bad-back', bottom - top);
            paint(mark.from, mark.from, 'bad', bottom - top);
          }
          spans.filter(([, to]) => to > start).forEach(([from, to]) => paint(from, to, 'line', 7));
          if (mark && large) {
            ctx.font = '600 12px system-ui, "DejaVu Sans", sans-serif';
            ctx.fillStyle = colour('bad');
            ctx.textBaseline = 'middle';
            const late = at(mark.from) > (left + right) / 2;
            ctx.textAlign = late ? 'right' : 'left';
            ctx.fillText(mark.label, late ? right : at(mark.from), top - 11);
          }
          ctx.restore();
        },
      };
    }

    addLane(lane) {
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
      const left = lane.starved ? 'starved: nothing to read' : bytes(valueAt(lane, this.data.steps - 1));
      this.ends.push({ element: make('lane-end', left), lane, left });
      canvas.setAttribute('aria-label', 'stream ' + lane.id + ', unread in the end: ' + left);
      const most = Math.max(1, ...this.data.lanes.map((other) => Math.max(0, ...other.v)));
      this.scale.textContent = ', 0 to ' + bytes(most);
      this.charts.push(new Chart(canvas, {
        type: 'line',
        data: {
          datasets: [{
            data: this.points(lane, this.data.first), fill: 'origin', borderWidth: 1,
            backgroundColor: () => colour(lane.colour), borderColor: () => colour(lane.colour),
            // A line only where there is something: thin areas would not be seen without.
            segment: { borderColor: (part) => part.p0.parsed.y || part.p1.parsed.y ? undefined : 'transparent' },
          }],
        },
        options: {
          ...Session.plain(),
          scales: { x: { type: 'linear', display: false, min: this.data.start, max: this.data.to }, y: { display: false, min: 0, max: most } },
        },
        plugins: [this.marks([], false)],
      }));
      root.dataset.lanes = ++lanes;
    }

    /** Shows what everything was at the time below the pointer. */
    read(event) {
      const { data } = this;
      const { canvas, chartArea } = this.charts[0];
      const left = canvas.getBoundingClientRect().left + chartArea.left;
      const part = Math.min(1, Math.max(0, (event.clientX - left) / chartArea.width));
      const time = data.start + part * (data.to - data.start);
      const step = Math.min(data.steps - 1, Math.floor((time - data.start) / data.step));
      this.cross.hidden = false;
      this.cross.style.left = left - this.plots.getBoundingClientRect().left + part * chartArea.width + 'px';
      this.ends.forEach(({ element, lane }) => { element.textContent = bytes(valueAt(lane, step)); });
      const values = [];
      if (data.layers && step >= data.first) {
        const [others, unacknowledged, free] = data.layers.map((layer) => valueAt(layer, step));
        const unread = this.layers.filter((layer) => layer.id).reduce((sum, layer) => sum + valueAt(layer, step), others);
        values.push(['window', free], ['unread', unread], ['read, not yet acknowledged', unacknowledged]);
      }
      if (data.send && step >= data.firstSend) {
        values.push(['send window', valueAt(data.send, step)]);
      }
      this.reading.textContent = seconds(Math.min(time, data.end))
        + values.map(([name, value]) => ' · ' + name + ' ' + bytes(value)).join('');
    }

    readEnd() {
      this.cross.hidden = true;
      this.reading.textContent = '\u00a0';
      this.ends.forEach(({ element, left }) => { element.textContent = left; });
    }
  }

  const boxes = document.querySelectorAll('.timeline');
  root.dataset.charts = boxes.length; // from here on the style sheet shows them
  for (const box of boxes) {
    const folded = box.closest('details');
    const draw = () => new Session(box, page.data(box));
    if (folded) {
      folded.addEventListener('toggle', draw, { once: true });
    } else {
      draw();
    }
  }
})();
