export const chartTexts = {
  asTable: 'As a table',
  when: 'When',
  note: 'Counted in',
};
