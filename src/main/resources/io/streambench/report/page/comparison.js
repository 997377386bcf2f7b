(() => {
  const { root, colour } = page;
  const ROW = 17;
  const BAR = 9;
  const GAP = 16;
  const AXIS = 58;
  root.dataset.drawn = 0;

  /** A long name on lines of its own. */
  function lines(parts) {
    const all = [''];
    for (const part of parts) {
      const last = all[all.length - 1];
      if (last && last.length + part.length > 30) {
        all.push(part);
      } else {
        all[all.length - 1] = last ? last + ', ' + part : part;
      }
    }
    return all;
  }

  /** What Chart.js does not have: medians, forks, and words where there is nothing to draw. */
  const marks = (group, kind, first) => ({
    id: 'marks',
    beforeDatasetsDraw(chart) {
      if (kind === 'ratios') {
        band(chart, group.threshold);
      }
    },
    afterDatasetsDraw(chart) {
      const ctx = chart.ctx;
      ctx.save();
      ctx.font = '12px system-ui, "DejaVu Sans", sans-serif';
      ctx.textBaseline = 'middle';
      chart.data.datasets.forEach((set, index) => {
        chart.getDatasetMeta(index).data.forEach((bar, cell) =>
          mark(chart, group.cells[cell].sides[index + first], bar.y, kind));
      });
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
    const one = Math.round(scales.x.getPixelForValue(1)) + 0.5;
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colour('line');
    ctx.setLineDash([5, 4]);
    ctx.beginPath();
    ctx.moveTo(one, top);
    ctx.lineTo(one, bottom);
    ctx.stroke();
    ctx.restore();
  }

  function mark(chart, side, y, kind) {
    const { ctx, chartArea, scales } = chart;
    const at = (value) => scales.x.getPixelForValue(value);
    const value = kind === 'ratios' ? side.ratio : side.median;
    if (value == null) {
      if (side.mark) {
        ctx.fillStyle = colour(side.tone === 'bad' ? 'bad' : 'soft');
        ctx.fillText(side.mark, chartArea.left + 8, y);
      }
      return;
    }
    if (kind === 'medians') {
      ctx.strokeStyle = colour('line');
      ctx.fillStyle = colour('page');
      ctx.lineWidth = 1.2;
      for (const score of side.scores) {
        ctx.beginPath();
        ctx.arc(at(score), y, 3, 0, 2 * Math.PI);
        ctx.fill();
        ctx.stroke();
      }
    }
    // With a margin in the colour of the page, which keeps it apart from dark bars.
    ctx.fillStyle = colour('page');
    ctx.fillRect(at(value) - 3, y - 8, 6, 16);
    ctx.fillStyle = colour('line');
    ctx.fillRect(at(value) - 1.5, y - 8, 3, 16);
    if (kind === 'ratios') {
      ctx.fillStyle = colour(side.tone === 'bad' ? 'bad' : side.tone === 'good' ? 'good' : 'soft');
      const width = ctx.measureText(side.mark).width;
      const right = at(side.ratioInterval[1]) + 8;
      ctx.fillText(side.mark, right + width < chartArea.right ? right : at(side.ratioInterval[0]) - 8 - width, y);
    }
  }

  function draw(canvas, group) {
    const kind = canvas.dataset.kind;
    const ratios = kind === 'ratios';
    const first = ratios ? 1 : 0;
    const names = group.contenders.slice(first);
    const bounds = (side) => ratios ? side.ratioInterval : side.interval;
    const datasets = names.map((name, index) => ({
      label: name,
      data: group.cells.map((cell) => bounds(cell.sides[index + first]) || null),
      // A function, so that it is asked again when light turns to dark.
      backgroundColor: () => colour('s' + (index + first) % 8),
    }));
    const values = group.cells.flatMap((cell) => cell.sides.slice(first).flatMap((side) =>
      [...(bounds(side) || []), ...(ratios ? [1 / (1 + group.threshold), 1 + group.threshold] : side.scores)]));
    const low = Math.min(...values);
    const high = Math.max(...values);
    const span = high - low || Math.abs(high) || 1;
    canvas.parentElement.style.height = AXIS + group.cells.length * (names.length * ROW + GAP) + 'px';
    return new Chart(canvas, {
      type: 'bar',
      data: { labels: group.cells.map((cell) => lines(cell.name)), datasets },
      options: {
        indexAxis: 'y', animation: false, responsive: true, maintainAspectRatio: false, locale: 'en-US',
        datasets: { bar: { categoryPercentage: names.length * ROW / (names.length * ROW + GAP), barPercentage: BAR / ROW } },
        scales: {
          // Room for the words that stand beside a ratio.
          x: {
            min: low - 0.06 * span, max: high + (ratios ? 0.2 : 0.06) * span,
            title: { display: true, text: ratios ? 'ratio, ' + group.better : group.unit },
            ticks: { includeBounds: false, maxRotation: 0 },
          },
          y: { ticks: { autoSkip: false }, grid: { display: false } },
        },
        plugins: {
          legend: { display: false },
          tooltip: {
            displayColors: false,
            callbacks: {
              title: (items) => group.cells[items[0].dataIndex].name.join(', '),
              label(item) {
                const side = group.cells[item.dataIndex].sides[item.datasetIndex + first];
                return item.dataset.label + ': ' + (ratios ? side.ratioText : side.medianText) + ', ' + side.words;
              },
            },
          },
        },
      },
      plugins: [marks(group, kind, first)],
    });
  }

  async function start() {
    await page.unpack();
    const groups = JSON.parse(document.getElementById('data').textContent);
    root.dataset.charts = groups.length; // from here on the style sheet shows them
    const charts = [];
    for (const box of document.querySelectorAll('.charts')) {
      for (const canvas of box.querySelectorAll('canvas')) {
        charts.push(draw(canvas, groups[box.dataset.chart]));
        root.dataset.drawn = charts.length;
      }
    }
    page.follow(charts);
  }

  if (page.canUnpack()) {
    start();
  }
})();
