'use strict';
/* What every page with charts needs: errors that are told, colours of the style sheet, the library. */
const page = (() => {
  const root = document.documentElement;
  let errors = 0;

  function problem(text) {
    const line = document.getElementById('problem');
    line.textContent = text;
    line.hidden = false;
  }

  function failed(event) {
    root.dataset.errors = ++errors;
    problem('The charts could not be drawn (' + (event.message || event.reason) + '). The numbers are in the tables.');
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
  addEventListener('unhandledrejection', failed);

  return {
    root,

    colour,

    /** The numbers that a chart's box carries. */
    data: (box) => JSON.parse(box.querySelector('script').textContent),

    canUnpack() {
      const can = typeof DecompressionStream !== 'undefined';
      if (!can) {
        problem('This browser cannot unpack the chart library (it lacks DecompressionStream). The numbers are in the tables.');
      }
      return can;
    },

    /** Puts the chart library that the page carries into effect. */
    async unpack() {
      const packed = atob(document.getElementById('library').textContent);
      const stream = new Blob([Uint8Array.from(packed, (c) => c.charCodeAt(0))]).stream()
        .pipeThrough(new DecompressionStream('gzip'));
      const script = document.createElement('script');
      script.textContent = await new Response(stream).text();
      document.head.append(script);
    },

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
