const box = document.querySelector('input[type=search]');
const only = document.querySelector('input[type=checkbox]');
const count = document.querySelector('output');
const rows = [...document.querySelectorAll('tbody tr[data-row]')];
function look() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !(words.every(word => text.includes(word)) && (!only.checked || row.dataset.row === 'differs'));
    shown += !row.hidden;
  }
  for (const part of document.querySelectorAll('section[data-part]'))
    part.hidden = ![...part.querySelectorAll('tr[data-row]')].some(row => !row.hidden);
  count.textContent = shown + ' of ' + rows.length + ' rows';
}
box.addEventListener('input', look);
only.addEventListener('change', look);
document.querySelector('form').addEventListener('submit', event => event.preventDefault());
look();
