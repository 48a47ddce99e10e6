/** Importing curated pairs from a file. */
export const pairsFileTexts = {
  import: 'Import a file',
  title: 'Import questions and answers',
  choose: 'Choose a file',
  hint: 'CSV, TSV, Excel or JSON, or an export of Azure or Amazon Kendra; at most 20 MB. It goes into the draft.',
  columns:
    'A table has the columns “question” and “answer”, and may have “alternatives”, “source”, “url”, “tags”, “groups”, “valid from” and “valid until”. Pairs with questions that are there already are replaced.',
  example:
    'question,answer,alternatives\nWhen does the pool open?,At 9 in the morning.,Pool hours | Opening of the pool',
  tooLarge: 'The file is larger than 20 MB.',
  unseen: (file: string) =>
    `${file} cannot be shown here before it is imported. Rows that cannot be imported are listed afterwards.`,
  preview: (file: string, count: number) =>
    count === 1 ? `${file} has one pair.` : `${file} has ${count} pairs.`,
  firstShown: (count: number) => `The first ${count} are shown.`,
  taken: (names: readonly string[]) => `Columns that are imported: ${names.join(', ')}.`,
  ignored: (names: readonly string[]) => `Columns that are not known, and are left out: ${names.join(', ')}.`,
  faultsTitle: (count: number) =>
    count === 1 ? 'This is not imported; the rest is:' : `These ${count} rows are not imported; the rest is:`,
  row: (row: number, message: string) => `Row ${row}: ${message}`,
  more: (count: number) => `And ${count} more.`,
  rowTitle: 'Row',
  save: (count: number | null) =>
    count === null ? 'Import' : count === 1 ? 'Import 1 pair' : `Import ${count} pairs`,
  empty: 'The file has no pairs.',
  noHeader: 'Its first row must name the columns, and two of them must be “question” and “answer”.',
  quotes: 'A quotation mark is missing, or is in the wrong place.',
  notJson: 'This is not valid JSON.',
  noQuestion: 'The question is missing.',
  noAnswer: 'The answer is missing.',
  tooManyCells: 'It has more cells than there are columns. Put a text with commas in quotation marks.',
};
