/**
 * Filters the questions. The page works without it: the filters are hidden until
 * it runs. Nothing of the report is written by it, so nothing in the report can be taken for code.
 */
export const pageScript = `
'use strict';
(() => {
  const bar = document.querySelector('.filters');
  if (bar === null) return;
  bar.hidden = false;
  const search = bar.querySelector('input[type=search]');
  const boxes = [...bar.querySelectorAll('input[type=checkbox]')];
  const shown = bar.querySelector('output');
  const questions = [...document.querySelectorAll('[data-outcome]')];
  const texts = questions.map((question) => question.textContent.toLowerCase());
  const apply = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const outcomes = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let count = 0;
    questions.forEach((question, index) => {
      const fits = outcomes.has(question.dataset.outcome) && words.every((word) => texts[index].includes(word));
      question.hidden = !fits;
      if (fits) count += 1;
    });
    shown.textContent = count + ' of ' + questions.length + ' shown';
  };
  search.addEventListener('input', apply);
  for (const box of boxes) box.addEventListener('change', apply);
  apply();
})();
`;
