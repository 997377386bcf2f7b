(() => {
  const { root, colour } = page;
  // Of the eight colours those first that make a line on white paper, and a shape besides for each.
  const COLOURS = ['s0', 's4', 's2', 's5', 's7', 's6', 's1', 's3'];
  const SHAPES = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'star', 'cross', 'rectRounded'];
  // Of horizontal bars: height of a row and of its bar, gap between labels, and room for the axis.
  const ROW = 17;
  const BAR = 9;
  const GAP = 16;
  const AXIS = 58;
  root.dataset.drawn = 0;

  /** Both ends of an interval; an endless one is as good as none. */
  const ends = (range) => Number.isFinite(range.low) && Number.isFinite(range.high)
    ? [range.low, range.high] : [range.middle, range.middle];

  /** Three digits that matter. */
  const shown = (value) => (Math.abs(value) < 100 ? +value.toPrecision(3) : Math.round(value)).toLocaleString('en-US');
  const withEnds = (range) => shown(range.middle) + ' (' + ends(range).map(shown).join('–') + ')';

  function line(ctx, x, from, to) {
    ctx.beginPath();
    ctx.moveTo(x, from);
    ctx.lineTo(x, to);
    ctx.stroke();
  }

  /** What Chart.js does not have: intervals, and places on the axis that have a name. */
  const curveMarks = (data) => ({
    id: 'marks',
    afterDatasetsDraw(chart) {
      const { ctx, chartArea, scales } = chart;
      ctx.save();
      ctx.beginPath();
      ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
      ctx.clip();
      data.curves.forEach((curve, index) => {
        if (!chart.isDatasetVisible(index)) {
          return;
        }
        ctx.strokeStyle = colour(COLOURS[index % COLOURS.length]);
        ctx.lineWidth = 1.2;
        for (const point of curve.points) {
          const [from, to] = ends(point.value).map((end) => scales.y.getPixelForValue(end));
          line(ctx, scales.x.getPixelForValue(point.x), from, to);
        }
      });
      ctx.font = '12px system-ui, "DejaVu Sans", sans-serif';
      ctx.fillStyle = colour('soft');
      ctx.strokeStyle = colour('soft');
      ctx.setLineDash([5, 4]);
      data.markers.forEach((marker, index) => {
        const x = Math.round(scales.x.getPixelForValue(marker.x)) + 0.5;
        line(ctx, x, chartArea.top, chartArea.bottom);
        const left = x + ctx.measureText(marker.text).width + 6 > chartArea.right;
        ctx.textAlign = left ? 'right' : 'left';
        ctx.fillText(marker.text, left ? x - 6 : x + 6, chartArea.top + 14 + 16 * index);
      });
      ctx.restore();
    },
  });

  const axis = (data) => ({
    type: data.logarithmic ? 'logarithmic' : 'linear',
    beginAtZero: !data.logarithmic,
    title: { display: true, text: data.name },
    ticks: { maxRotation: 0 },
    grid: {},
  });

  /** The lowest or highest end of an interval, as far as an axis can show it. */
  const bound = (data, end, best) => best(...data.curves
    .flatMap((curve) => curve.points.map((point) => ends(point.value)[end]))
    .filter((value) => !data.y.logarithmic || value > 0));

  function curves(canvas, data) {
    return new Chart(canvas, {
      type: 'scatter',
      data: {
        datasets: data.curves.map((curve, index) => ({
          label: curve.name,
          data: curve.points.map((point) => ({ x: point.x, y: point.value.middle, value: point.value })),
          showLine: curve.shape !== 'POINTS',
          pointStyle: curve.shape === 'LINE' ? 'line' : SHAPES[index % SHAPES.length],
          pointRadius: curve.shape === 'LINE' ? 0 : 4,
          borderDash: curve.shape === 'LINE' ? [6, 4] : [],
          borderWidth: 2,
          // Functions, so that they are asked again when light turns to dark.
          borderColor: () => colour(COLOURS[index % COLOURS.length]),
          backgroundColor: () => colour(COLOURS[index % COLOURS.length]),
        })),
      },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, locale: 'en-US',
        interaction: { mode: 'nearest', intersect: false },
        scales: { x: axis(data.x), y: { ...axis(data.y), suggestedMin: bound(data, 0, Math.min), suggestedMax: bound(data, 1, Math.max) } },
        plugins: {
          legend: { display: data.curves.length > 1, labels: { usePointStyle: true, color: () => colour('soft') } },
          tooltip: {
            callbacks: {
              label: (item) => item.dataset.label + ' at ' + item.raw.x.toLocaleString('en-US') + ': ' + withEnds(item.raw.value),
            },
          },
        },
      },
      plugins: [curveMarks(data)],
    });
  }

  /** What Chart.js does not have: middles, single measurements, and words beside a bar. */
  const barMarks = (data, bar) => ({
    id: 'marks',
    beforeDatasetsDraw(chart) {
      if (data.threshold !== null) {
        band(chart, data.threshold);
      }
    },
    afterDatasetsDraw(chart) {
      const ctx = chart.ctx;
      ctx.save();
      ctx.font = '12px system-ui, "DejaVu Sans", sans-serif';
      ctx.textBaseline = 'middle';
      chart.data.datasets.forEach((set, index) => chart.getDatasetMeta(index).data
        .forEach((drawn, label) => mark(chart, bar(label, index), drawn.y)));
      ctx.restore();
    },
  });

  function band(chart, threshold) {
    const { ctx, chartArea, scales } = chart;
    const { top, bottom } = chartArea;
    ctx.save();
    if (threshold > 0) {
      const low = scales.x.getPixelForValue(1 / (1 + threshold));
      const high = scales.x.getPixelForValue(1 + threshold);
      ctx.fillStyle = colour('used-up');
      ctx.globalAlpha = 0.2;
      ctx.fillRect(low, top, high - low, bottom - top);
    }
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colour('line');
    ctx.setLineDash([5, 4]);
    line(ctx, Math.round(scales.x.getPixelForValue(1)) + 0.5, top, bottom);
    ctx.restore();
  }

  function mark(chart, bar, y) {
    const { ctx, chartArea, scales } = chart;
    if (!bar) {
      return;
    }
    const at = (value) => scales.x.getPixelForValue(value);
    ctx.strokeStyle = colour('line');
    ctx.fillStyle = colour('page');
    for (const point of bar.points) {
      ctx.beginPath();
      ctx.arc(at(point), y, 3, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
    if (bar.value) {
      ctx.fillStyle = colour('line');
      ctx.fillRect(at(bar.value.middle) - 1.5, y - 8, 3, 16);
    }
    ctx.fillStyle = colour('soft');
    const text = bar.remark || shown(bar.value.middle);
    ctx.fillText(text, bar.value ? at(Math.max(ends(bar.value)[1], ...bar.points)) + 8 : chartArea.left + 8, y);
  }

  function intervals(canvas, data) {
    const labels = [...new Set(data.bars.map((bar) => bar.label))];
    const series = [...new Set(data.bars.map((bar) => bar.series))];
    const bar = (label, index) => data.bars.find((one) => one.label === labels[label] && one.series === series[index]);
    const values = data.bars.flatMap((one) => [...(one.value ? ends(one.value) : []), ...one.points]);
    const fromZero = data.threshold === null && data.bars.every((one) => !one.points.length);
    if (data.threshold !== null) {
      values.push(1 / (1 + data.threshold), 1 + data.threshold);
    }
    const low = fromZero ? 0 : Math.min(...values);
    const high = values.length ? Math.max(...values) : 1;
    const span = high - low || Math.abs(high) || 1;
    canvas.parentElement.style.height = AXIS + labels.length * (series.length * ROW + GAP) + 'px';
    return new Chart(canvas, {
      type: 'bar',
      data: {
        // A long label on lines of its own.
        labels: labels.map((label) => label.match(/.{1,30}(?:, |$)|.+/g)),
        datasets: series.map((name, index) => ({
          label: name,
          data: labels.map((label, row) => bar(row, index)?.value ? ends(bar(row, index).value) : null),
          // A function, so that it is asked again when light turns to dark.
          backgroundColor: () => colour('s' + (index + 1) % 8),
        })),
      },
      options: {
        indexAxis: 'y', animation: false, responsive: true, maintainAspectRatio: false, locale: 'en-US',
        datasets: { bar: { categoryPercentage: series.length * ROW / (series.length * ROW + GAP), barPercentage: BAR / ROW, minBarLength: 2 } },
        scales: {
          // Room for the words that stand beside a bar.
          x: {
            min: fromZero ? 0 : low - 0.06 * span, max: high + 0.2 * span,
            title: { display: true, text: data.unit }, ticks: { includeBounds: false, maxRotation: 0 },
          },
          y: { ticks: { autoSkip: false }, grid: { display: false } },
        },
        plugins: {
          // Without a click that hides one: the marks would stay.
          legend: { display: series.length > 1, onClick() {}, labels: { color: () => colour('soft') } },
          tooltip: {
            callbacks: {
              title: (items) => labels[items[0].dataIndex],
              label: (item) => withEnds(bar(item.dataIndex, item.datasetIndex).value) + ' ' + data.unit,
            },
          },
        },
      },
      plugins: [barMarks(data, bar)],
    });
  }

  const boxes = [...document.querySelectorAll('figure.charts')];
  root.dataset.charts = boxes.length; // from here on the style sheet shows them
  page.follow(boxes.map((box) => {
    const data = page.data(box);
    const chart = (data.bars ? intervals : curves)(box.querySelector('canvas'), data);
    root.dataset.drawn = +root.dataset.drawn + 1;
    return chart;
  }));
})();
