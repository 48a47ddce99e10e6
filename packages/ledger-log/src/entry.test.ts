import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryBytesMax, formatEntry, type LogEntry, parseEntry, wholeContent } from './entry.ts';
import { leafBytes } from './leaf.ts';
import { codeOf } from './test-support/code-of.ts';

const commitment = '760a770b642065839cfe980fac6953e3199d056f35904cd1f43d389c377e8942';

const entry: LogEntry = {
  kind: 'record',
  tenantId: 'ten_1',
  subject: 'msg_1',
  state: 'delivered',
  time: '2026-01-02T03:04:05.678Z',
  actor: '',
  details: [['note', 'a "quoted" 🏔\n']],
  commitments: [
    ['question', commitment],
    ['facts', commitment],
  ],
};

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);
const word = fc
  .string({ unit: 'binary', maxLength: 40 })
  .filter((text) => [...text].every((character) => character >= ' '));
const pairsOf = (text: fc.Arbitrary<string>) =>
  fc.uniqueArray(fc.tuple(name, text), { selector: ([field]) => field, maxLength: 6 });

const entries: fc.Arbitrary<LogEntry> = fc.record({
  kind: name.filter((kind) => kind !== 'record'),
  tenantId: word.filter((text) => text !== ''),
  subject: word,
  state: word.filter((text) => text !== ''),
  time: fc
    .date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2999-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  actor: word,
  details: pairsOf(fc.string({ unit: 'binary' })),
  commitments: pairsOf(fc.constant(commitment)),
});

describe('formatEntry', () => {
  it('writes the known text', () => {
    expect(formatEntry(entry)).toBe(
      `["avow.leaf.v2","record","ten_1","msg_1","delivered","2026-01-02T03:04:05.678Z","",[["note","a \\"quoted\\" 🏔\\n"]],[["question","${commitment}"],["facts","${commitment}"]]]`,
    );
  });

  it('rejects what could not be parsed', async () => {
    const texts = (count: number) => Array.from({ length: count }, (_, at) => [`n${at}`, ''] as const);
    const wrong: readonly Partial<LogEntry>[] = [
      { kind: '' },
      { kind: 'Record' },
      { tenantId: '' },
      { subject: '' },
      { state: '' },
      { subject: 'a\nb' },
      { actor: '\ud800' },
      { actor: 'a'.repeat(257) },
      { time: '2026-01-02T03:04:05Z' },
      { time: '2026-02-30T03:04:05.678Z' },
      { time: '2026-01-02T24:00:00.000Z' },
      { details: [['__proto__', '']] },
      { details: [['1', '']] },
      { details: [['note', '\udfff']] },
      {
        details: [
          ['note', 'a'],
          ['note', 'b'],
        ],
      },
      { details: texts(65) },
      { details: [['note', 'a'.repeat(entryBytesMax)]] },
      { details: [['note', '🏔'.repeat(entryBytesMax / 4)]] },
      { commitments: [['question', commitment.toUpperCase()]] },
      { commitments: [['question', commitment.slice(2)]] },
      {
        commitments: [
          ['question', commitment],
          ['question', commitment],
        ],
      },
    ];
    for (const change of wrong) {
      const code = await codeOf(() => formatEntry({ ...entry, ...change }));
      expect(code, JSON.stringify(change).slice(0, 100)).toBe('entry_invalid');
    }
    expect(await codeOf(() => formatEntry({ ...entry, details: texts(64) }))).toBe('accepted');
  });

  it('accepts a leaf of the maximum size of an entry bundle, and not one byte more', async () => {
    const room =
      entryBytesMax - new TextEncoder().encode(formatEntry({ ...entry, details: [['n', '']] })).length;
    const sized = (count: number) => () => formatEntry({ ...entry, details: [['n', 'a'.repeat(count)]] });
    expect(await codeOf(sized(room))).toBe('accepted');
    expect(await codeOf(sized(room + 1))).toBe('entry_invalid');
  });
});

describe('parseEntry', () => {
  it('reads what was written', () => {
    fc.assert(
      fc.property(entries, (written) => {
        expect(parseEntry(formatEntry(written))).toEqual(written);
      }),
    );
  });

  it('parses leaves of version 1 as records with one commitment', () => {
    const bytes = leafBytes({
      tenantId: 'ten_1',
      messageId: 'msg_1',
      status: 'delivered',
      createdAt: entry.time,
      contentCommitment: commitment,
    });
    const read = parseEntry(new TextDecoder().decode(bytes));
    expect(read).toEqual({ ...entry, details: [], commitments: [[wholeContent, commitment]] });
  });

  it('rejects every other encoding', async () => {
    const text = formatEntry(entry);
    const first = `["avow.leaf.v1","ten_1","msg_1","delivered","${entry.time}","${commitment}"]`;
    const spellings = [
      '',
      'null',
      '{}',
      '[]',
      `${text} `,
      `\ufeff${text}`,
      text.replace(',', ', '),
      text.replace('ten_1', '\\u0074en_1'),
      text.replace('avow.leaf.v2', 'avow.leaf.v3'),
      text.replace('avow.leaf.v2', 'avow.leaf.v1'),
      text.replace('"delivered"', 'null'),
      text.replace('"delivered"', '1'),
      text.replace(/\]$/, ',""]'),
      text.replace('[["note"', '[["note","x"'),
      text.replace(/\[\["note".*?\]\]/, '{}'),
      text.replace(/\[\["note".*?\]\]/, '[["note"]]'),
      text.replace(/\[\["note".*?\]\]/, '["note"]'),
      text.replace(/\[\["note".*?\]\]/, '[["note",1]]'),
      first.replace(',"delivered"', ''),
      first.replace(commitment, ''),
      first.replace('"delivered"', '["delivered"]'),
      first.replace('"msg_1"', ' "msg_1"'),
    ];
    expect(await codeOf(() => parseEntry(text))).toBe('accepted');
    expect(await codeOf(() => parseEntry(first))).toBe('accepted');
    for (const spelling of spellings) {
      expect(await codeOf(() => parseEntry(spelling)), spelling).toBe('entry_invalid');
    }
  });
});
