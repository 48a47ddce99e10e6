import type { Random } from '@avow/guardrails/testing';

/** The lines of a bundle with their newlines, and those of another one to take something from. */
interface Given {
  readonly lines: readonly string[];
  readonly other: readonly string[];
  readonly random: Random;
}

/** The changed lines; null where this change cannot be made, or would leave the bundle sound. */
type LineChange = (given: Given) => readonly string[] | null;

interface LeafLine {
  type: string;
  leaf_index: number;
  entry: string;
  inclusion: readonly string[];
}

interface RecordLine extends LeafLine {
  content_state: string;
  fields: Readonly<Record<string, string>>;
  salts: Readonly<Record<string, string>>;
}

interface HeadLine {
  tenant_id: string;
  origin: string;
  verifier_key: string;
  what: { readonly kind: string };
  exported_at: string;
  checkpoint: string;
}

const states = ['present', 'redacted', 'expired', 'erased', 'dropped'];
const isWhole = (state: string) => state === 'present' || state === 'redacted';

/** Another text: one character more, less, or another. */
function changeText(text: string, random: Random): string {
  const characters = [...text];
  const at = random.below(characters.length + 1);
  const letter = random.letters(1, 'aeiou 0123456789"\\\n\u2028🏔');
  return characters.toSpliced(at, random.below(2), letter).join('');
}

function changeDigit(hash: string, random: Random): string {
  const at = random.below(hash.length);
  const digit = (Number.parseInt(hash[at] ?? '0', 16) + 1 + random.below(15)) % 16;
  return hash.slice(0, at) + digit.toString(16) + hash.slice(at + 1);
}

const leafEdits: Readonly<Record<string, (line: LeafLine, random: Random) => Partial<RecordLine> | null>> = {
  'another leaf index': ({ leaf_index }, random) => ({ leaf_index: (leaf_index + 1 + random.below(9)) % 10 }),
  'another entry': ({ entry }, random) => ({ entry: changeText(entry, random) }),
  'an entry with another digit of a commitment': ({ entry }, random) => ({
    entry: entry.replace(/[0-9a-f]{64}/, (hash) => changeDigit(hash, random)),
  }),
  'another hash in the proof': ({ inclusion }, random) => {
    if (inclusion.length === 0) return null;
    const at = random.below(inclusion.length);
    return { inclusion: inclusion.with(at, changeDigit(inclusion[at] ?? '', random)) };
  },
  'a hash less in the proof': ({ inclusion }, random) =>
    inclusion.length === 0 ? null : { inclusion: inclusion.toSpliced(random.below(inclusion.length), 1) },
  'a hash more in the proof': ({ inclusion }, random) => ({
    inclusion: inclusion.toSpliced(random.below(inclusion.length + 1), 0, 'ab'.repeat(32)),
  }),
  'the proof turned round': ({ inclusion }) =>
    inclusion.length < 2 ? null : { inclusion: inclusion.toReversed() },
  'the proof in capitals': ({ inclusion }) => ({ inclusion: inclusion.map((hash) => hash.toUpperCase()) }),
};

const recordEdits: Readonly<
  Record<string, (line: RecordLine, random: Random) => Partial<RecordLine> | null>
> = {
  'another text': ({ fields }, random) => {
    if (Object.keys(fields).length === 0) return null;
    const [name, text] = random.pick(Object.entries(fields));
    return { fields: { ...fields, [name]: changeText(text, random) } };
  },
  'another salt': ({ salts }, random) => {
    if (Object.keys(salts).length === 0) return null;
    const [name, salt] = random.pick(Object.entries(salts));
    return { salts: { ...salts, [name]: changeDigit(salt, random) } };
  },
  'a field less': ({ fields, salts }, random) => {
    if (Object.keys(fields).length === 0) return null;
    const { [random.pick(Object.keys(fields))]: _, ...left } = fields;
    const names = Object.keys(left);
    return { fields: left, salts: Object.fromEntries(names.map((name) => [name, salts[name] ?? ''])) };
  },
  'a salt less': ({ salts }) => ({ salts: Object.fromEntries(Object.entries(salts).slice(1)) }),
  'a field more': ({ fields, salts }) => ({
    fields: { ...fields, extra: '' },
    salts: { ...salts, extra: 'ab'.repeat(32) },
  }),
  'all fields gone': () => ({ fields: {}, salts: {} }),
  'another state': ({ content_state: state, fields }, random) => {
    const next = random.pick(states);
    // Without that field it is the exporter's word whether content was redacted.
    const isFree = isWhole(state) && isWhole(next) && fields['content_state'] === undefined;
    return isFree ? null : { content_state: next };
  },
  'another state, with no more shown than it has': (_, random) => ({
    ...{ content_state: random.pick(['expired', 'erased', 'dropped']), fields: {}, salts: {} },
  }),
};

const headEdits: Readonly<Record<string, (line: HeadLine, random: Random) => Partial<HeadLine>>> = {
  'another tenant': ({ tenant_id }, random) => ({ tenant_id: changeText(tenant_id, random) }),
  'another tenant and origin': ({ tenant_id }, random) => {
    const changed = changeText(tenant_id, random);
    return { tenant_id: changed, origin: `avow/${changed}` };
  },
  'another key': ({ verifier_key }, random) => ({ verifier_key: changeText(verifier_key, random) }),
  'another signed text, or another signature': ({ checkpoint }, random) => ({
    checkpoint: changeText(checkpoint, random),
  }),
  'another time': ({ exported_at }, random) => ({ exported_at: `${random.below(10)}${exported_at}` }),
  'a kind of export that there is not': ({ what }) => ({ what: { ...what, kind: 'everything' } }),
};

/** A line of these types, read, edited and spelled as it should be. */
function editLine<Line extends object>(
  { lines, random }: Given,
  types: readonly string[],
  edit: (line: Line) => Partial<Line> | null,
): readonly string[] | null {
  const places = [...lines.keys()].filter((at) =>
    types.some((type) => lines[at]?.startsWith(`{"type":"${type}"`)),
  );
  if (places.length === 0) return null;
  const at = random.pick(places);
  const line: Line = JSON.parse(lines[at] ?? '');
  const edited = edit(line);
  return edited === null ? null : lines.with(at, `${JSON.stringify({ ...line, ...edited })}\n`);
}

/** The same line in another spelling. */
const spellings: Readonly<Record<string, (line: string) => string>> = {
  'a space': (line) => line.replace('":', '": '),
  'a letter as an escape': (line) => line.replace('"type"', '"\\u0074ype"'),
  'a slash as an escape': (line) => line.replace('avow/', 'avow\\/'),
  'a member twice': (line) => line.replace(/^\{("type":"[a-z]+",)/, '{$1$1'),
  'members in another order': (line) =>
    line.replace(/^\{("type":"[a-z]+"),("[a-z_]+":(?:\d+|"[^"]+")),/, '{$2,$1,'),
  'a number with a point': (line) => line.replace(/("(?:leaf_index|records)":\d+)/, '$1.0'),
  'a number with an exponent': (line) => line.replace(/("(?:leaf_index|records)":\d+)/, '$1e0'),
  'a carriage return': (line) => line.replace('\n', '\r\n'),
  'a byte order mark': (line) => `\ufeff${line}`,
  'an empty line': (line) => `${line}\n`,
  'a member more': (line) => line.replace(/\}\n$/, ',"more":null}\n'),
  'a member less': (line) => line.replace(/,"[a-z_]+":(?:"[^"]*"|\[[^\]]*\])\}\n$/, '}\n'),
  'another type': (line) => line.replace('{"type":"record"', '{"type":"event"'),
};

const isOfAll = (lines: readonly string[]) => lines[0]?.includes('"what":{"kind":"all"') === true;

function checkpointOf(lines: readonly string[]): string {
  const head: HeadLine = JSON.parse(lines[0] ?? '');
  return head.checkpoint;
}

/** Changes of which lines there are. In a bundle that is not of all, a record may be left out. */
const orders: Readonly<Record<string, LineChange>> = {
  'a line less': ({ lines, random }) =>
    isOfAll(lines) && lines.length > 2 ? lines.toSpliced(1 + random.below(lines.length - 2), 1) : null,
  'a line twice': ({ lines, random }) => {
    const at = random.below(lines.length);
    return lines.toSpliced(at, 0, lines[at] ?? '');
  },
  'two lines that change places': ({ lines, random }) => {
    const [one, two] = [random.below(lines.length), random.below(lines.length)];
    return lines.with(one, lines[two] ?? '').with(two, lines[one] ?? '');
  },
  'a line of another bundle': ({ lines, other, random }) => {
    // A line of the same log may well belong here.
    if (checkpointOf(lines) === checkpointOf(other)) return null;
    return lines.toSpliced(random.below(lines.length + 1), 0, random.pick(other));
  },
  'the checkpoint of another bundle': ({ lines, other }) => {
    if (lines.length < 3) return null;
    const head: HeadLine = JSON.parse(lines[0] ?? '');
    return lines.with(0, `${JSON.stringify({ ...head, checkpoint: checkpointOf(other) })}\n`);
  },
};

const named = <Edit>(edits: Readonly<Record<string, Edit>>, change: (edit: Edit) => LineChange) =>
  Object.entries(edits).map(([name, edit]) => [name, change(edit)] as const);

const records = named(recordEdits, (edit) => (given) => {
  return editLine<RecordLine>(given, ['record'], (line) => edit(line, given.random));
});
const leaves = named(leafEdits, (edit) => (given) => {
  return editLine<RecordLine>(given, ['record', 'event'], (line) => edit(line, given.random));
});
const heads = named(headEdits, (edit) => (given) => {
  return editLine<HeadLine>(given, ['bundle'], (line) => edit(line, given.random));
});
const spelledLines = named(spellings, (spell) => ({ lines, random }) => {
  const at = random.below(lines.length);
  return lines.with(at, spell(lines[at] ?? ''));
});

/** A change and its name. What records show comes most often, since it is what somebody would want to change. */
export const pickLineChange = (random: Random): readonly [string, LineChange] =>
  random.pick(
    random.pick([records, records, records, leaves, leaves, heads, spelledLines, Object.entries(orders)]),
  );
