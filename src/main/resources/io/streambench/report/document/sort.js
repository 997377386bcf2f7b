'use strict';
/* A click on a column's head sorts a table by it, another one the other way round. */
(() => {
  /** Numbers by size, and before all that is no number; words by the alphabet. */
  function compare(one, other) {
    const a = parseFloat(one);
    const b = parseFloat(other);
    if (!isNaN(a) && !isNaN(b)) {
      return a - b;
    }
    return isNaN(a) - isNaN(b) || one.localeCompare(other, 'en');
  }

  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => head.firstChild.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const rows = [...table.tBodies[0].rows];
      const key = (row) => row.cells[column].dataset.sort;
      // What is empty stays at the end, whichever way the rest goes.
      rows.sort((a, b) => (key(a) === '') - (key(b) === '')
        || (down ? compare(key(b), key(a)) : compare(key(a), key(b))));
      table.tBodies[0].append(...rows);
      table.classList.add('sorted');
    }));
  }

  document.querySelectorAll('table.sortable').forEach(sortable);
})();
