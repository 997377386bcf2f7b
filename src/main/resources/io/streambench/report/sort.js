'use strict';
/* A click on a column's head sorts the table by it, another one the other way round. */
for (const button of document.querySelectorAll('th button')) {
  button.addEventListener('click', () => {
    const head = button.closest('th');
    const table = head.closest('table');
    const column = [...head.parentNode.children].indexOf(head);
    const down = head.getAttribute('aria-sort') === 'ascending';
    const number = head.classList.contains('number');
    const value = (row) => {
      const text = row.children[column].textContent.trim();
      return number ? parseFloat(text.replace(/,/g, '')) : text;
    };
    const compare = (a, b) => {
      const one = value(a);
      const other = value(b);
      if (number) {
        // What is no number comes last, whichever way it is sorted.
        if (isNaN(one) || isNaN(other)) {
          return isNaN(one) - isNaN(other);
        }
        return down ? other - one : one - other;
      }
      return down ? other.localeCompare(one) : one.localeCompare(other);
    };
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort(compare));
    for (const other of head.parentNode.children) {
      other.removeAttribute('aria-sort');
    }
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  });
}
document.documentElement.dataset.sortable = document.querySelectorAll('th button').length;
