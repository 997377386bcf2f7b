(() => {
  const { root, colour } = page;
  const KIB = 1024;
  const MIB = 1024 * 1024;
  let lanes = 0;
  root.dataset.lanes = 0;

  const streamColour = (index) => 's' + index % 8;
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
      // A stall that lasts to the end of the source may have no length at all: room to show it.
      this.to = data.stalled && data.stalled.length === 1 ? data.end * 1.025 : data.end;
      for (const canvas of box.querySelectorAll('canvas')) {
        this.charts.push(canvas.dataset.kind === 'send' ? this.sendChart(canvas) : this.receiveChart(canvas));
      }
      (data.lanes || []).forEach((lane, index) => this.addLane(lane, index));
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

    area(label, series, name) {
      return {
        label, data: this.points(series, this.data.first), stack: 'held', borderWidth: 0.5, order: 2,
        backgroundColor: () => colour(name), borderColor: () => colour('page'),
      };
    }

    /** A line, and under it a wider one in the colour of the page, which keeps it apart from areas. */
    line(label, series, first) {
      const data = this.points(series, first);
      return [
        { label, data, stack: label, fill: false, borderWidth: 2.25, order: 0, borderColor: () => colour('line') },
        { label, data, stack: label + ' ground', fill: false, borderWidth: 5, order: 1, borderColor: () => colour('halo') },
      ];
    }

    receiveChart(canvas) {
      const data = this.data;
      const sets = data.lanes.map((lane, index) => this.area('stream ' + lane.id, lane, streamColour(index)));
      if (data.rest.v.length) {
        sets.push(this.area('other streams', data.rest, 'rest'));
      }
      sets.push(this.area('not acknowledged', data.unacknowledged, 'unacknowledged'));
      sets.forEach((set, index) => { set.fill = index ? '-1' : 'origin'; });
      sets.push(...this.line('receive window', data.window, data.first));
      return this.chart(canvas, sets, data.initial, usedUp(data, data.window, data.first), data.initial);
    }

    sendChart(canvas) {
      const data = this.data;
      const stalls = usedUp(data.lanes ? { ...data, stalls: [] } : data, data.send, data.firstSend);
      return this.chart(canvas, this.line('send window', data.send, data.firstSend), Math.max(1, ...data.send.v), stalls, 0);
    }

    chart(canvas, datasets, most, spans, initial) {
      return new Chart(canvas, {
        type: 'line',
        data: { datasets },
        options: {
          ...Session.plain(),
          layout: { padding: { top: 22 } },
          scales: {
            x: {
              type: 'linear', min: 0, max: this.to,
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
        plugins: [this.marks(spans, initial, true)],
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

    /** What lies over the areas: the times without window, the stall, the initial window. */
    marks(spans, initial, large) {
      const { stalled, end } = this.data;
      return {
        id: 'marks',
        afterDatasetsDraw({ ctx, chartArea, scales }) {
          const { left, right, top, bottom } = chartArea;
          const at = (time) => Math.min(right, scales.x.getPixelForValue(time));
          const paint = (from, to, name, strong, alpha) => {
            const width = Math.max(1, to - from);
            ctx.fillStyle = colour(name);
            ctx.globalAlpha = 1;
            ctx.fillRect(from, top, width, strong);
            ctx.globalAlpha = alpha;
            ctx.fillRect(from, top, width, bottom - top);
            ctx.globalAlpha = 1;
          };
          ctx.save();
          spans.forEach(([from, to]) => paint(at(from), at(to), 'used-up', 7, 0.16));
          if (initial) {
            const y = Math.round(scales.y.getPixelForValue(initial)) + 0.5;
            ctx.strokeStyle = colour('soft');
            ctx.lineWidth = 1.5;
            ctx.setLineDash([6, 4]);
            ctx.beginPath();
            ctx.moveTo(left, y);
            ctx.lineTo(right, y);
            ctx.stroke();
          }
          if (stalled) {
            const from = at(stalled[0]);
            paint(from, stalled.length > 1 ? at(stalled[1]) : right, 'stalled', large ? 7 : 0, large ? 0.3 : 0.16);
            if (large) {
              ctx.font = '600 12px system-ui, "DejaVu Sans", sans-serif';
              ctx.fillStyle = colour('bad');
              ctx.textBaseline = 'middle';
              ctx.textAlign = stalled[0] > end / 2 ? 'right' : 'left';
              ctx.fillText('stalled since ' + seconds(stalled[0]), stalled[0] > end / 2 ? right : from, top - 11);
            }
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
      const left = lane.starved ? 'starved: nothing to read' : bytes(valueAt(lane, this.data.steps - 1));
      this.ends.push({ element: make('lane-end', left), lane, left });
      canvas.setAttribute('aria-label', 'stream ' + lane.id + ', unread in the end: ' + left);
      const most = Math.max(1, ...this.data.lanes.map((other) => Math.max(0, ...other.v)));
      this.scale.textContent = ', 0 to ' + bytes(most);
      const name = streamColour(index);
      this.charts.push(new Chart(canvas, {
        type: 'line',
        data: {
          datasets: [{
            data: this.points(lane, this.data.first), fill: 'origin', borderWidth: 1,
            backgroundColor: () => colour(name), borderColor: () => colour(name),
            // A line only where there is something: thin areas would not be seen without.
            segment: { borderColor: (part) => part.p0.parsed.y || part.p1.parsed.y ? undefined : 'transparent' },
          }],
        },
        options: {
          ...Session.plain(),
          scales: { x: { type: 'linear', display: false, min: 0, max: this.to }, y: { display: false, min: 0, max: most } },
        },
        plugins: [this.marks([], 0, false)],
      }));
      root.dataset.lanes = ++lanes;
    }

    /** Shows what everything was at the time below the pointer. */
    read(event) {
      const { data } = this;
      const { canvas, chartArea } = this.charts[0];
      const left = canvas.getBoundingClientRect().left + chartArea.left;
      const part = Math.min(1, Math.max(0, (event.clientX - left) / chartArea.width));
      const time = part * this.to;
      const step = Math.min(data.steps - 1, Math.floor((time - data.start) / data.step));
      this.cross.hidden = false;
      this.cross.style.left = left - this.plots.getBoundingClientRect().left + part * chartArea.width + 'px';
      this.ends.forEach(({ element, lane }) => { element.textContent = bytes(valueAt(lane, step)); });
      const values = [];
      if (data.window && step >= data.first) {
        values.push(['window', data.window], ['unread', data.unread], ['not acknowledged', data.unacknowledged]);
      }
      if (data.send && step >= data.firstSend) {
        values.push(['send window', data.send]);
      }
      this.reading.textContent = seconds(Math.min(time, data.end))
        + values.map(([name, series]) => ' · ' + name + ' ' + bytes(valueAt(series, step))).join('');
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
