'use strict';
/* What every page with charts needs: errors that are shown, and the colours of the style sheet. */
const page = (() => {
  const root = document.documentElement;
  let errors = 0;

  function failed(event) {
    root.dataset.errors = ++errors;
    const line = document.getElementById('problem');
    line.textContent = 'The charts could not be drawn (' + (event.message || event.reason) + '). The numbers are in the tables.';
    line.hidden = false;
  }

  const colour = (name) => getComputedStyle(root).getPropertyValue('--' + name).trim();

  function recolour(chart) {
    for (const axis of Object.values(chart.options.scales)) {
      axis.ticks.color = colour('soft');
      axis.grid.color = colour('grid');
      axis.border = { color: colour('rule') };
      axis.title.color = colour('soft');
    }
    chart.update('none');
  }

  root.dataset.errors = 0;
  addEventListener('error', failed);

  return {
    root,

    colour,

    /** The numbers that a chart's box carries. */
    data: (box) => JSON.parse(box.querySelector('script').textContent),

    /** Keeps charts in the colours of the style sheet: light, dark, and on paper. */
    follow(charts) {
      charts.forEach(recolour);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => charts.forEach(recolour));
      const print = (printing) => {
        root.toggleAttribute('data-printing', printing);
        for (const chart of charts) {
          chart.resize();
          recolour(chart);
        }
      };
      addEventListener('beforeprint', () => print(true));
      addEventListener('afterprint', () => print(false));
    },
  };
})();
