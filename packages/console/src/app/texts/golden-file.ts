/** Importing evaluation questions from a file. */
export const goldenFileTexts = {
  import: 'Import a file',
  title: 'Import questions',
  choose: 'Choose a file',
  hint: 'CSV with a header, or JSON lines.',
  columns:
    'A table has the column “question” and one or more of “must say”, “must cite”, “must begin with” (yes or no), “no answer” (yes if the content must not answer it), “groups” and “note”. Several facts are lines of one cell; other wordings of a fact follow it after |. A question that is there already is replaced.',
  example: 'question,must say,no answer\nWhen does the pool open?,at nine | at 9,\nWho won the cup?,,yes',
  tooLarge: 'The file is too large. 200 questions are imported at once.',
  faultsTitle: (count: number) =>
    count === 1
      ? 'Nothing can be imported before this is repaired:'
      : `Nothing can be imported before these ${count} faults are repaired:`,
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  more: (count: number) => `And ${count} more.`,
  preview: (file: string, count: number) =>
    count === 1 ? `${file} has one question.` : `${file} has ${count} questions.`,
  lineTitle: 'Line',
  save: (count: number) => (count === 1 ? 'Import 1 question' : `Import ${count} questions`),
  saved: (count: number) => (count === 1 ? '1 question is imported.' : `${count} questions are imported.`),
  tooMany: (max: number) =>
    `A file may have ${max} questions, and this is the first one too many. Divide the file.`,
  repeated: (first: number) => `It is the same question as in line ${first}.`,
  quotes: 'A quotation mark is missing, or is in the wrong place.',
  unknownColumn: (name: string) => `No column is called “${name}”.`,
  columnTwice: 'Two columns mean the same.',
  noQuestionColumn: 'The first line must name the columns, and one of them must be “question”.',
  tooManyCells: 'It has more cells than there are columns. Put a text with commas in quotation marks.',
  yesOrNo: (name: string) => `“${name}” must be yes or no.`,
  noQuestion: 'The question is missing.',
  nothingExpected:
    'Nothing is expected of the answer. Say what it must say, cite or begin with, or that there must be none.',
  both: 'The content must not answer it, and yet something is expected of the answer.',
  notJson: 'This is not valid JSON.',
  notAnObject: 'This is not a JSON object.',
  unknownField: (name: string) => `No field is called “${name}”.`,
  notText: (name: string) => `“${name}” must be text.`,
  noExpects: '“expects” is missing, or its kind is neither “answer” nor “not_covered”.',
  factShape: '“facts” must be a list in which each fact is a list of its wordings.',
  empty: 'The file is empty.',
  ofField: (name: string, message: string) => `${name}: ${message}`,
  reviewSuggestions: (count: number) =>
    count === 1 ? 'Look through 1 suggestion' : `Look through ${count} suggestions`,
  reviewTitle: 'Accept suggestions',
  reviewHint: 'Read each one. Those that stay selected are accepted together, and count from then on.',
  all: 'All of them',
  acceptCount: (count: number) => (count === 1 ? 'Accept 1 question' : `Accept ${count} questions`),
  acceptedCount: (count: number) =>
    count === 1 ? '1 question is accepted.' : `${count} questions are accepted.`,
  mustSay: (facts: string) => `Must say: ${facts}`,
  pair: 'the curated pair',
  mustCite: (sources: string) => `Must cite: ${sources}`,
  mustBegin: (verdict: string) => `Must begin with: ${verdict}`,
  mustNotAnswer: 'The content must not answer it',
};
