import { describe, expect, it } from 'vitest';
import type { LogErrorCode } from '../log-error.ts';
import { codeOf } from '../test-support/code-of.ts';
import { body, set } from '../test-support/edit-bundle.ts';
import { seal, verifyText } from '../test-support/example-verifier.ts';
import { lineBytesMax } from './bundle-limits.ts';
import { formatBundleLine } from './format-bundle-line.ts';
import { parseBundleLine } from './parse-bundle-line.ts';

const record = body[1]?.trimEnd() ?? '';

const malformedLines: readonly string[] = [
  '',
  'null',
  '[]',
  '"record"',
  '{}',
  '{"type":"other"}',
  ` ${record}`,
  `${record}\r`,
  `\ufeff${record}`,
  record.replace('"type":"record"', '"type":"record","type":"record"'),
  record.replace('"leaf_index":0', '"leaf_index":0.0'),
  record.replace('"leaf_index":0', '"leaf_index":-0'),
  record.replace('"leaf_index":0', '"leaf_index":"0"'),
  record.replace('"leaf_index":0', '"leaf_index":9007199254740992'),
  record.replace('"present"', '"gone"'),
  record.replace('"fields":{', '"fields":{"1":"a",'),
  record.replace('"fields":{', '"fields":{"__proto__":"a",'),
  record.replace('"fields":{', '"fields":{"a":1,'),
  record.replace('"fields":{', '"fields":{"a":"\\ud800",'),
  record.replace(/"fields":\{.*?\}"\},/, ''),
  record.replace(/"fields":\{.*?\}"\}/, '"fields":[]'),
  record.replace(/"inclusion":\[.*\]/, '"inclusion":{}'),
  record.replace(/"inclusion":\["../, '"inclusion":["AB'),
  record.replace(/\}$/, ',"more":1}'),
  `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  `{"type":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
];

const what = { kind: 'all', from: null, until: null, thread_id: null, end_user_id: null };
const filter = { ...what, kind: 'filter', status: null, band: null, tripwire_triggered: null };
const time = '2026-01-02T03:04:05.000Z';

const wrongHeads: ReadonlyArray<readonly [LogErrorCode, Record<string, unknown>]> = [
  ['line_malformed', { version: 'avow.bundle.v6' }],
  ['line_malformed', { version: 'avow.bundle.v5' }],
  ['line_malformed', { version: 'avow.bundle.v5', attestations: [] }],
  ['line_malformed', { attestations: [] }],
  ['line_malformed', { version: 'avow.bundle.v3' }],
  ['line_malformed', { what: filter }],
  ['line_malformed', { what: { ...filter, status: '' } }],
  ['line_malformed', { what: { ...filter, from: '2026-01-03' } }],
  ['line_malformed', { what: { ...filter, tripwire_triggered: 1 } }],
  ['line_malformed', { what: { ...filter, status: 'blocked', more: 1 } }],
  ['line_malformed', { key_changes: 'x' }],
  ['line_malformed', { key_changes: [1] }],
  ['line_malformed', { consistency: null }],
  ['line_malformed', { consistency: ['ab'.repeat(32)] }],
  ['line_malformed', { consistency: [['AB'.repeat(32)]] }],
  ['line_malformed', { consistency: [Array.from({ length: 55 }, () => 'ab'.repeat(32))] }],
  ['line_malformed', { consistency: Array.from({ length: 257 }, () => []) }],
  ['key_change_unproved', { consistency: [[]] }],
  ['line_malformed', { exported_at: '2026-01-03' }],
  ['line_malformed', { what: { ...what, kind: 'some' } }],
  ['line_malformed', { what: { ...what, from: time } }],
  ['line_malformed', { what: { ...what, kind: 'period' } }],
  ['line_malformed', { what: { ...what, kind: 'period', from: time, thread_id: 'thr_1' } }],
  ['line_malformed', { what: { ...what, kind: 'thread' } }],
  ['line_malformed', { what: { ...what, kind: 'end_user', end_user_id: '' } }],
  ['line_malformed', { more: 1 }],
  ['line_malformed', { checkpoint: null }],
  ['origin_wrong', { tenant_id: 'ten_other' }],
  ['origin_wrong', { origin: 'avow/ten_other' }],
  ['key_malformed', { verifier_key: 'avow/ten_example' }],
  ['note_malformed', { checkpoint: 'avow/ten_example\n' }],
  ['note_malformed', { checkpoint: '\u0000' }],
];

describe('a malformed line', () => {
  it.each(malformedLines)('is refused: %.80s', async (line) => {
    const verdict = await verifyText(seal(body.with(1, `${line}\n`)));
    expect(verdict).toMatchObject({ kind: 'broken', code: 'line_malformed', line: 2, leafIndex: null });
  });

  it.each(wrongHeads)('is refused as the first one: %s %j', async (code, change) => {
    const verdict = await verifyText(set(1, change));
    expect(verdict).toMatchObject({ kind: 'broken', code, line: 1, leafIndex: null, subject: null });
  });

  it('is rejected before its values are built if it has too many, wherever they are', () => {
    const lists = (count: number) => `[${Array.from({ length: count }, () => '[]').join(',')}]`;
    const deep = '['.repeat(50_000);
    for (const text of [
      `{"type":"event","inclusion":${lists(30_000)}}`,
      deep,
      `{"a":"\\\\","b":${lists(30_000)}}`,
    ])
      expect(() => parseBundleLine(text)).toThrow('has more than 20000 values');
    // What is within a text does not count.
    for (const inner of [lists(30_000), `\\"${lists(30_000)}\\"`])
      expect(() =>
        parseBundleLine(`{"type":"event","entry":"${inner.replaceAll(/(?<!\\)"/g, '')}"}`),
      ).toThrow(/^(?!.*values)/);
    expect(() => parseBundleLine('{"type":"event')).toThrow('not JSON');
  });

  it('is not written either', async () => {
    const leaf = { leafIndex: 0, entry: '[]', inclusion: [] };
    const whole = { type: 'record', contentState: 'present', salts: [], ...leaf } as const;
    const lines = [
      { type: 'event', ...leaf, leafIndex: 0.5 },
      { type: 'event', ...leaf, inclusion: ['AB'] },
      { ...whole, fields: [['1', '']] },
      { ...whole, fields: [['answer', '\ud800']] },
      { ...whole, fields: [['__proto__', '']] },
      { type: 'end', records: -1, events: 0, sha256: 'ab'.repeat(32) },
    ] as const;
    for (const line of lines) expect(await codeOf(() => formatBundleLine(line))).toBe('line_malformed');
    const long = { ...whole, fields: [['answer', 'a'.repeat(lineBytesMax)]] } as const;
    expect(await codeOf(() => formatBundleLine(long))).toBe('bundle_too_large');
  });
});
