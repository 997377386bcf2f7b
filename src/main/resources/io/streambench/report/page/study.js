(() => {
  const { root, colour } = page;
  // Of the eight colours those first that make a line on white paper, and a shape besides for each.
  const COLOURS = ['s0', 's4', 's2', 's5', 's7', 's6', 's1', 's3'];
  const SHAPES = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'star', 'cross', 'rectRounded'];
  const CAP = 4;
  root.dataset.drawn = 0;

  /** What Chart.js does not have: intervals, and places on the axis that have a name. */
  const marks = (data) => ({
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
          if (!(point.low < point.high)) {
            continue;
          }
          const x = scales.x.getPixelForValue(point.x);
          const low = scales.y.getPixelForValue(point.low);
          const high = scales.y.getPixelForValue(point.high);
          ctx.beginPath();
          for (const end of [low, high]) {
            ctx.moveTo(x - CAP, end);
            ctx.lineTo(x + CAP, end);
          }
          ctx.moveTo(x, low);
          ctx.lineTo(x, high);
          ctx.stroke();
        }
      });
      ctx.font = '12px system-ui, "DejaVu Sans", sans-serif';
      ctx.fillStyle = colour('soft');
      ctx.strokeStyle = colour('soft');
      ctx.lineWidth = 1;
      ctx.setLineDash([5, 4]);
      data.markers.forEach((marker, index) => {
        const x = Math.round(scales.x.getPixelForValue(marker.x)) + 0.5;
        ctx.beginPath();
        ctx.moveTo(x, chartArea.top);
        ctx.lineTo(x, chartArea.bottom);
        ctx.stroke();
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
  function bound(data, end, best) {
    const ends = data.curves.flatMap((curve) => curve.points.map((point) => point[end]))
      .filter((value) => !data.y.logarithmic || value > 0);
    return ends.length ? best(...ends) : undefined;
  }

  function draw(canvas, data) {
    return new Chart(canvas, {
      type: 'scatter',
      data: {
        datasets: data.curves.map((curve, index) => ({
          label: curve.name,
          data: curve.points,
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
        scales: { x: axis(data.x), y: { ...axis(data.y), suggestedMin: bound(data, 'low', Math.min), suggestedMax: bound(data, 'high', Math.max) } },
        plugins: {
          legend: { display: data.curves.length > 1, labels: { usePointStyle: true, color: () => colour('soft') } },
          tooltip: {
            callbacks: {
              label: (item) => item.dataset.label + ' at ' + item.raw.x.toLocaleString('en-US') + ': ' + item.raw.text,
            },
          },
        },
      },
      plugins: [marks(data)],
    });
  }

  async function start() {
    await page.unpack();
    const all = JSON.parse(document.getElementById('data').textContent);
    root.dataset.charts = all.length; // from here on the style sheet shows them
    const charts = [];
    for (const canvas of document.querySelectorAll('.curves canvas')) {
      charts.push(draw(canvas, all[canvas.dataset.chart]));
      root.dataset.drawn = charts.length;
    }
    page.follow(charts);
  }

  if (page.canUnpack()) {
    start();
  }
})();
