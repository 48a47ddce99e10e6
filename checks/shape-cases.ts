import { buildBundle, endLineOf, exampleLog } from '@avow/ledger-log/testing';
import type { AuditCase } from './audit-case.ts';

const lineBytesMax = 16 * 2 ** 20;

/** The second record of the example log: where in the lines it stands, and its members. */
const at = 2;

interface Members {
  readonly fields: Readonly<Record<string, string>>;
  readonly salts: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

const reverse = (object: object) => Object.fromEntries(Object.entries(object).reverse());

/** One record in other shapes. The last line is made to fit. */
const otherRecords: Readonly<Record<string, (members: Members, text: string) => object | string>> = {
  'null for a line': () => 'null',
  'an array for a line': () => '[]',
  'no line at all': () => '',
  'brackets without end': () => '['.repeat(100_000),
  'brackets for a number': (_, text) =>
    text.replace('index":1', `index":${'['.repeat(9000)}${']'.repeat(9000)}`),
  'a type that is not text': (members) => ({ ...members, type: null }),
  'a type that objects inherit': (members) => ({ ...members, type: 'constructor' }),
  'a state that objects inherit': (members) => ({ ...members, content_state: 'toString' }),
  'true for a number': (members) => ({ ...members, leaf_index: true }),
  'a number below 0': (members) => ({ ...members, leaf_index: -1 }),
  'the number 2^53': (members) => ({ ...members, leaf_index: 2 ** 53 }),
  'a number of 5,000 digits': (_, text) => text.replace('index":1', `index":${'1'.repeat(5000)}`),
  NaN: (_, text) => text.replace('index":1', 'index":NaN'),
  'the last index that there is': (members) => ({ ...members, leaf_index: 2 ** 53 - 1 }),
  'an empty entry': (members) => ({ ...members, entry: '' }),
  '53 hashes in the proof': (members) => ({ ...members, inclusion: Array(53).fill('ab'.repeat(32)) }),
  '54 hashes in the proof': (members) => ({ ...members, inclusion: Array(54).fill('ab'.repeat(32)) }),
  'a hash of two digits': (members) => ({ ...members, inclusion: ['ab'] }),
  'a lone surrogate': (members) => ({ ...members, fields: { ...members.fields, question: '\ud800' } }),
  'a field that is not text': (members) => ({ ...members, fields: { ...members.fields, question: 1 } }),
  'a field whose name is none': (members) => ({ ...members, fields: { ...members.fields, Q: '' } }),
  'a field that objects inherit': (_, text) => text.replace('"fields":{', '"fields":{"__proto__":"",'),
  '65 fields': (members) => ({
    ...members,
    fields: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`field_${index}`, ''])),
  }),
  'an empty salt': (members) => ({ ...members, salts: { ...members.salts, answer: '' } }),
  'a salt of two digits': (members) => ({ ...members, salts: { ...members.salts, answer: 'ab' } }),
  'another text, and behind it in the leaf alone a salt that is none': (members) => ({
    ...members,
    fields: reverse({ ...members.fields, question: '' }),
    salts: { ...members.salts, facts: '' },
  }),
  'a salt in capitals': (members) => ({ ...members, salts: { ...members.salts, facts: 'AB'.repeat(32) } }),
};

/** What cannot have been asked for. */
const otherScopes: Readonly<Record<string, object | null>> = {
  'nothing asked for': null,
  'all, from a time on': { from: '2026-01-01T00:00:00.000Z' },
  'a period without times': { kind: 'period' },
  'a period from a day that is none': { kind: 'period', from: '2026-02-29T00:00:00.000Z' },
  'a period until nothing': { kind: 'period', from: '2026-01-01T00:00:00.000Z', until: '' },
  'a period of a thread': { kind: 'period', from: '2026-01-01T00:00:00.000Z', thread_id: 'thr_1' },
  'a thread without an id': { kind: 'thread' },
  'a thread with an empty id': { kind: 'thread', thread_id: '' },
  'a thread of a person': { kind: 'thread', thread_id: 'thr_1', end_user_id: 'ada' },
  'a person that is a number': { kind: 'end_user', end_user_id: 1 },
  'a kind that objects inherit': { kind: 'constructor' },
  'more than is asked for': { more: null },
};

/** Bundles that end too early or too late, or with a line that no reader should hold. */
function listEnds(lines: readonly string[]): Readonly<Record<string, string>> {
  const [head = ''] = lines;
  const whole = lines.join('');
  return {
    'no byte': '',
    'a newline alone': '\n',
    'the first line alone': head,
    'the last line alone': lines.at(-1) ?? '',
    'the first and the last line': head + endLineOf([head]),
    'no last line': lines.slice(0, -1).join(''),
    'no last newline': whole.slice(0, -1),
    'a record more, by the last line': whole.replace(/"records":\d+/, '"records":7'),
    'an event less, by the last line': whole.replace(/"events":\d+/, '"events":6'),
    'another digest': whole.replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${'ab'.repeat(32)}"`),
    'a digest in capitals': whole.replace(/[0-9a-f]{64}"\}\n$/, (digest) => digest.toUpperCase()),
    'an empty line behind': `${whole}\n`,
    'a letter behind': `${whole}x`,
    'the bundle twice': whole + whole,
    'a line of 16 MiB': `${head}${'x'.repeat(lineBytesMax)}\n`,
    'a longer line': `${head}${'x'.repeat(lineBytesMax + 1)}\n`,
    'a longer line without an end': `${head}${'x'.repeat(lineBytesMax + 1)}`,
    'a line of 16 MiB without an end': `${head}${'x'.repeat(lineBytesMax)}`,
  };
}

/** Lines and bundles of shapes that chance does not find. */
export async function listShapeCases(): Promise<readonly AuditCase[]> {
  const lines = await buildBundle(exampleLog);
  const text = lines[at]?.trimEnd() ?? '';
  const members: Members = JSON.parse(text);
  const replaceRecord = (record: object | string) => {
    const line = typeof record === 'string' ? record : JSON.stringify(record);
    const body = lines.slice(0, -1).with(at, `${line}\n`);
    return [...body, endLineOf(body)];
  };
  const replaceScope = (scope: object | null) => {
    const head: { readonly what: object } = JSON.parse(lines[0] ?? '');
    const what = scope && { ...head.what, ...scope };
    const body = lines.slice(0, -1).with(0, `${JSON.stringify({ ...head, what })}\n`);
    return [...body, endLineOf(body)];
  };
  const backwards = { ...members, fields: reverse(members.fields), salts: reverse(members.salts) };
  return [
    { name: 'fields backwards', expected: 'sound', lines: replaceRecord(backwards) },
    ...Object.entries(otherRecords).map(([name, change]): AuditCase => {
      return { name, expected: 'broken', lines: replaceRecord(change(members, text)) };
    }),
    ...Object.entries(otherScopes).map(([name, scope]): AuditCase => {
      return { name, expected: 'broken', lines: replaceScope(scope) };
    }),
    ...Object.entries(listEnds(lines)).map(([name, ended]): AuditCase => {
      return { name, expected: 'broken', lines: [ended] };
    }),
  ];
}
