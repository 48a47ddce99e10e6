import { pairsFileTexts as words } from '../../texts/pairs-file.ts';

/** What the service takes. */
export const pairsFileBytesMax = 20 * 1024 * 1024;
/** A longer file would hold up the page; its rows are checked when it is imported. */
const previewBytesMax = 2_000_000;
/** As much of a file as its first row is looked for in. */
const headerBytes = 16_384;

interface PairRow {
  readonly row: number;
  readonly question: string;
  readonly answer: string;
}

interface RowFault {
  readonly row: number;
  readonly message: string;
}

/** What the import of a file would take; the service decides. */
export interface PairsPreview {
  readonly pairs: readonly PairRow[];
  readonly faults: readonly RowFault[];
  readonly taken: readonly string[];
  readonly ignored: readonly string[];
}

type Reading = Pick<File, 'name' | 'size' | 'slice'>;

const isTable = (name: string) => /\.(?:csv|tsv|txt|tab)$/i.test(name);
const isJson = (name: string) => /\.(?:json|jsonl|ndjson)$/i.test(name);

/** Null: only the service can read it, such as a workbook. */
export async function previewPairsFile(file: Reading): Promise<PairsPreview | null> {
  if (file.size > previewBytesMax || !(isTable(file.name) || isJson(file.name))) return null;
  const text = await readText(file, file.size);
  return isJson(file.name) ? previewJson(text) : await previewTable(text);
}

/** Whether the columns of a table are those of questions and answers. */
export async function looksLikePairs(file: Reading): Promise<boolean> {
  if (!isTable(file.name)) return false;
  const [header = []] = (await parse(await readText(file, headerBytes), 1)).data;
  return findColumns(header).isNamed;
}

/** In UTF-8, or in UTF-16 with its mark, as the service reads it. */
async function readText(file: Reading, bytes: number): Promise<string> {
  const read = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  const [first, second] = read;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(read);
}

async function parse(text: string, preview = 0) {
  // Loaded when somebody chooses a table, as few do.
  const { default: papaparse } = await import('papaparse');
  return papaparse.parse<string[]>(text, { preview, skipEmptyLines: false });
}

const known = new Set(['question', 'answer', 'source', 'url', 'tags', 'groups', 'validfrom', 'validuntil']);
/** An export of another product has other columns, which become tags or are dropped. */
const ofExports = /^(?:qnaid|metadata|iscontextonly)$/;

function findColumns(header: readonly string[]) {
  const columns = header
    .map((written, position) => ({
      ...{ written: written.trim(), position },
      name: written.toLowerCase().replace(/[\s_-]+/g, ''),
    }))
    .filter(({ name }) => name !== '');
  const isExport = columns.some(
    ({ name, written }) => ofExports.test(name) || written.toLowerCase() === '_question',
  );
  const isTaken = (name: string) => isExport || known.has(name) || name.startsWith('alternative');
  const placeOf = (wanted: string) => columns.find(({ name }) => name === wanted)?.position ?? -1;
  return {
    isNamed: placeOf('question') >= 0 && placeOf('answer') >= 0,
    question: placeOf('question'),
    answer: placeOf('answer'),
    taken: isExport ? [] : columns.filter(({ name }) => isTaken(name)).map(({ written }) => written),
    ignored: columns.filter(({ name }) => !isTaken(name)).map(({ written }) => written),
    isUnnamed: columns.every(({ name }) => !known.has(name)) && header.length === 2,
  };
}

const nothing = (message: string): PairsPreview => ({
  ...{ pairs: [], taken: [], ignored: [] },
  faults: [{ row: 1, message }],
});

async function previewTable(text: string): Promise<PairsPreview> {
  const { data, errors } = await parse(text);
  const [header = []] = data;
  if (text.trim() === '') return nothing(words.empty);
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined)
    return { ...nothing(words.quotes), faults: [{ row: (broken.row ?? 0) + 1, message: words.quotes }] };
  const columns = findColumns(header);
  // Without names, two columns are questions and answers.
  if (!columns.isNamed && !columns.isUnnamed) return nothing(words.noHeader);
  const first = columns.isNamed ? 1 : 0;
  const [question, answer] = columns.isNamed ? [columns.question, columns.answer] : [0, 1];
  const read = data.slice(first).flatMap((cells, place) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const row = place + first + 1;
    const pair = { row, question: cells[question]?.trim() ?? '', answer: cells[answer]?.trim() ?? '' };
    return [cells.slice(header.length).some((cell) => cell.trim() !== '') ? fault(row) : check(pair)];
  });
  const { taken, ignored } = columns.isNamed ? columns : { taken: [], ignored: [] };
  return { ...divide(read), taken, ignored };
}

const fault = (row: number): RowFault => ({ row, message: words.tooManyCells });

function check(pair: PairRow): PairRow | RowFault {
  if (pair.question === '') return { row: pair.row, message: words.noQuestion };
  return pair.answer === '' ? { row: pair.row, message: words.noAnswer } : pair;
}

function divide(read: readonly (PairRow | RowFault)[]): Pick<PairsPreview, 'pairs' | 'faults'> {
  if (read.length === 0) return nothing(words.empty);
  return {
    pairs: read.filter((each) => 'question' in each),
    faults: read.filter((each) => 'message' in each),
  };
}

/** A list of pairs, or one on each line; null: an export, which the service reads. */
function previewJson(text: string): PairsPreview | null {
  const list = parseJson(text);
  if (list === undefined) return nothing(words.notJson);
  if (!Array.isArray(list)) return null;
  const read = list.map((entry: unknown, place) => {
    const { question, answer } = (entry ?? {}) as Record<string, unknown>;
    const written = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
    return check({ row: place + 1, question: written(question), answer: written(answer) });
  });
  return { ...divide(read), taken: [], ignored: [] };
}

/** Undefined: it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split(/\r\n|\n/).filter((line) => line.trim() !== '');
    try {
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      return undefined;
    }
  }
}
