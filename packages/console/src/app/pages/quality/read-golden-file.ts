import { splitList } from '../../design/split-list.ts';
import { goldenFileTexts as words } from '../../texts/golden-file.ts';
import { emptyGolden, type GoldenForm, goldenRequest } from './golden-form.ts';

type GoldenRequest = ReturnType<typeof goldenRequest>;

/** A question of a file, and the line that it begins on. */
export interface GoldenLine {
  readonly line: number;
  readonly request: GoldenRequest;
}

export interface LineFault {
  readonly line: number;
  readonly message: string;
}

export interface GoldenFileContent {
  readonly questions: readonly GoldenLine[];
  readonly faults: readonly LineFault[];
}

/** What can be stored at once, all or none. */
export const fileQuestionsMax = 200;
export const goldenFileBytesMax = 2_000_000;

/** Reads a table with a header, or JSON lines. What is wrong is said by line; what a question may hold the service checks. */
export async function readGoldenFile(name: string, text: string): Promise<GoldenFileContent> {
  const isJson = /\.(?:jsonl|ndjson|json)$/i.test(name) || text.trimStart().startsWith('{');
  const { questions, faults } = isJson ? readJsonLines(text) : await readTable(text);
  return { questions, faults: [...faults, ...findRepeated(questions), ...checkCount(questions)] };
}

function checkCount(questions: readonly GoldenLine[]): LineFault[] {
  const tooMany = questions[fileQuestionsMax];
  return tooMany === undefined ? [] : [{ line: tooMany.line, message: words.tooMany(fileQuestionsMax) }];
}

function findRepeated(questions: readonly GoldenLine[]): LineFault[] {
  const lines = new Map<string, number>();
  return questions.flatMap(({ line, request: { question, groups } }) => {
    const key = JSON.stringify([question, groups.toSorted()]);
    const first = lines.get(key);
    if (first !== undefined) return [{ line, message: words.repeated(first) }];
    lines.set(key, line);
    return [];
  });
}

/** The columns by the names of the form and of the API. */
const columns: Readonly<Record<string, keyof GoldenForm>> = {
  ...{ question: 'question', prompt: 'question' },
  ...{ 'must say': 'facts', facts: 'facts', answer: 'facts', 'expected answer': 'facts' },
  ...{ 'must cite': 'sources', sources: 'sources', source: 'sources' },
  ...{ 'must begin with': 'verdict', verdict: 'verdict' },
  ...{ 'no answer': 'isNotCovered', 'not covered': 'isNotCovered' },
  ...{ groups: 'groups', note: 'note' },
};

async function readTable(text: string): Promise<GoldenFileContent> {
  if (text.trim() === '') return { questions: [], faults: [{ line: 1, message: words.empty }] };
  // Loaded when somebody chooses a table, as few do.
  const { default: papaparse } = await import('papaparse');
  const { data, errors } = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  const broken = errors.filter(({ type }) => type === 'Quotes');
  const lines = lineNumbers(data);
  if (broken.length > 0)
    return {
      questions: [],
      faults: broken.map(({ row }) => ({ line: lines[row ?? 0] ?? 1, message: words.quotes })),
    };
  const [header = [], ...rows] = data;
  const fields = header.map((name) => columns[name.trim().toLowerCase().replaceAll('_', ' ')]);
  const unknown = header.filter((name, place) => name.trim() !== '' && fields[place] === undefined);
  const faults = [
    ...unknown.map((name) => ({ line: 1, message: words.unknownColumn(name.trim()) })),
    ...(fields.includes('question') ? [] : [{ line: 1, message: words.noQuestionColumn }]),
    ...(new Set(fields.filter((field) => field !== undefined)).size < fields.filter(Boolean).length
      ? [{ line: 1, message: words.columnTwice }]
      : []),
  ];
  if (faults.length > 0) return { questions: [], faults };
  const read = rows.map((cells, index) => ({ cells, line: lines[index + 1] ?? 1 }));
  return collect(
    read
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
      .map(({ cells, line }) => ({ line, read: readRow(cells, fields) })),
  );
}

/** A cell may hold several lines. */
function lineNumbers(rows: readonly (readonly string[])[]): number[] {
  let next = 1;
  return rows.map((cells) => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return line;
  });
}

function readRow(cells: readonly string[], fields: readonly (keyof GoldenForm | undefined)[]) {
  if (cells.length > fields.length && cells.slice(fields.length).some((cell) => cell.trim() !== ''))
    return words.tooManyCells;
  const cellOf = (name: keyof GoldenForm) => cells[fields.indexOf(name)]?.trim() ?? '';
  const isNotCovered = yesOrNo(cellOf('isNotCovered'));
  if (isNotCovered === null) return words.yesOrNo('no answer');
  const verdict = cellOf('verdict').toLowerCase();
  if (!['', 'yes', 'no'].includes(verdict)) return words.yesOrNo('must begin with');
  const form: GoldenForm = {
    ...{ ...emptyGolden, isNotCovered, verdict },
    ...{ question: cellOf('question'), facts: cellOf('facts'), sources: cellOf('sources') },
    ...{ groups: cellOf('groups'), note: cellOf('note') },
  };
  const isExpected = form.facts + form.sources + verdict !== '';
  if (form.question === '') return words.noQuestion;
  if (isNotCovered && isExpected) return words.both;
  return isNotCovered || isExpected ? goldenRequest(form) : words.nothingExpected;
}

function yesOrNo(cell: string): boolean | null {
  if (/^(?:yes|true|x|1)$/i.test(cell)) return true;
  return /^(?:no|false|0)?$/i.test(cell) ? false : null;
}

function readJsonLines(text: string): GoldenFileContent {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  return collect(
    lines.flatMap((content, index) =>
      content.trim() === '' ? [] : [{ line: index + 1, read: readObject(content) }],
    ),
  );
}

const known = new Set(['id', 'question', 'expects', 'note', 'groups']);

function readObject(line: string): GoldenRequest | string {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return words.notJson;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return words.notAnObject;
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined) return words.unknownField(unknown);
  const { question, expects, note = '', groups = [] } = given as Record<string, unknown>;
  if (typeof question !== 'string' || question.trim() === '') return words.noQuestion;
  if (typeof note !== 'string') return words.notText('note');
  if (!Array.isArray(groups) || groups.some((group) => typeof group !== 'string'))
    return words.notText('groups');
  const expected = readExpectation(expects);
  return typeof expected === 'string'
    ? expected
    : { question: question.trim(), expects: expected, note, groups };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function readExpectation(expects: unknown): GoldenRequest['expects'] | string {
  if (typeof expects !== 'object' || expects === null) return words.noExpects;
  const { kind, facts = [], sources = [], verdict = null } = expects as Record<string, unknown>;
  if (kind === 'not_covered') return { kind };
  if (kind !== 'answer') return words.noExpects;
  if (!Array.isArray(facts) || !facts.every(isTexts)) return words.factShape;
  if (!isTexts(sources)) return words.notText('sources');
  if (verdict !== null && verdict !== 'yes' && verdict !== 'no') return words.yesOrNo('verdict');
  if (facts.length + sources.length === 0 && verdict === null) return words.nothingExpected;
  return { kind, facts, sources, verdict };
}

function collect(
  lines: readonly { readonly line: number; readonly read: GoldenRequest | string }[],
): GoldenFileContent {
  const questions = lines.flatMap(({ line, read }) =>
    typeof read === 'string' ? [] : [{ line, request: read }],
  );
  const faults = lines.flatMap(({ line, read }) =>
    typeof read === 'string' ? [{ line, message: read }] : [],
  );
  if (lines.length === 0) return { questions, faults: [{ line: 1, message: words.empty }] };
  return { questions, faults };
}

/** What the service finds wrong with the questions that were sent, by the line of each. */
export function placeFaults(
  errors: readonly { readonly pointer: string; readonly message: string }[],
  questions: readonly GoldenLine[],
): LineFault[] {
  return errors.map(({ pointer, message }) => {
    const [, place = '', field = ''] = /^\/questions\/(\d+)\/?(.*)$/.exec(pointer) ?? [];
    const name = splitList(field.replaceAll(/\/\d+/g, '').replaceAll('/', ','))[0] ?? '';
    return {
      line: questions[Number(place)]?.line ?? 1,
      message: name === '' ? message : words.ofField(name, message),
    };
  });
}
