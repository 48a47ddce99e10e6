import { describe, expect, it } from 'vitest';
import type { LogErrorCode } from '../log-error.ts';
import { endLineOf } from '../test-support/build-bundle.ts';
import { body, edit, fieldsOf, lines, saltsOf, set } from '../test-support/edit-bundle.ts';
import { outcomeOf, seal, verifyText } from '../test-support/example-verifier.ts';
import { bundledLeavesMax, lineBytesMax } from './bundle-limits.ts';

const hash = 'ab'.repeat(32);

interface Fault {
  readonly what: string;
  readonly bundle: string;
  readonly code: LogErrorCode;
  readonly line: number;
  readonly leafIndex?: number | null;
  readonly subject?: string | null;
}

const what = { kind: 'all', from: null, until: null, thread_id: null, end_user_id: null };
const faults: readonly Fault[] = [
  {
    what: 'a signature that does not verify',
    bundle: edit(1, (head) => ({
      ...head,
      checkpoint: String(head['checkpoint']).replace('\n13\n', '\n12\n'),
    })),
    ...{ code: 'signature_wrong', line: 1 },
  },
  {
    what: 'a second head',
    bundle: seal(body.toSpliced(1, 0, body[0] ?? '')),
    code: 'line_malformed',
    line: 2,
  },
  { what: 'no head', bundle: seal(body.slice(1)), code: 'line_malformed', line: 1 },
  { what: 'only a last line', bundle: endLineOf([]), code: 'line_malformed', line: 1 },
  {
    what: 'a leaf that is doubled',
    bundle: seal(body.toSpliced(2, 0, body[2] ?? '')),
    code: 'leaf_order_wrong',
    line: 4,
    leafIndex: 1,
  },
  {
    what: 'a leaf that is left out',
    bundle: seal(body.toSpliced(2, 1)),
    code: 'leaf_missing',
    line: 3,
    leafIndex: 2,
  },
  {
    what: 'the last leaf left out',
    bundle: seal(body.slice(0, -1)),
    code: 'leaf_missing',
    line: 14,
    leafIndex: null,
  },
  {
    what: 'another leaf index',
    bundle: set(14, { leaf_index: 13 }),
    code: 'leaf_missing',
    line: 14,
    leafIndex: 13,
  },
  {
    what: 'a leaf beyond the checkpoint',
    bundle: seal([
      JSON.stringify({
        ...JSON.parse(body[0] ?? ''),
        what: { ...what, kind: 'thread', thread_id: 'thr_1' },
      }).concat('\n'),
      body[13]?.replace('"leaf_index":12', '"leaf_index":13') ?? '',
    ]),
    ...{ code: 'outside_tree', line: 2, leafIndex: 13, subject: '' },
  },
  {
    what: 'a leaf that is none',
    bundle: set(3, { entry: '[]' }),
    code: 'entry_invalid',
    line: 3,
    leafIndex: 1,
    subject: null,
  },
  {
    what: 'a leaf of another tenant',
    bundle: edit(3, (line) => ({
      ...line,
      entry: String(line['entry']).replace('ten_example', 'ten_other'),
    })),
    ...{ code: 'tenant_wrong', line: 3, leafIndex: 1, subject: 'msg_2' },
  },
  {
    what: 'another word in a leaf',
    bundle: edit(3, (line) => ({ ...line, entry: String(line['entry']).replace('delivered', 'failed') })),
    ...{ code: 'root_wrong', line: 3, leafIndex: 1, subject: 'msg_2' },
  },
  {
    what: 'another hash in a proof',
    bundle: edit(3, (line) => ({ ...line, inclusion: (line['inclusion'] as string[]).with(0, hash) })),
    code: 'root_wrong',
    line: 3,
    leafIndex: 1,
  },
  {
    what: 'a proof that is too short',
    bundle: set(3, { inclusion: [] }),
    code: 'proof_length_wrong',
    line: 3,
    leafIndex: 1,
  },
  {
    what: 'a record as an event',
    bundle: edit(3, ({ leaf_index, entry, inclusion }) => ({ type: 'event', leaf_index, entry, inclusion })),
    ...{ code: 'line_malformed', line: 3, leafIndex: 1, subject: 'msg_2' },
  },
  {
    what: 'an event as a record',
    bundle: edit(6, ({ leaf_index, entry, inclusion }) => ({
      ...{ type: 'record', leaf_index, entry, content_state: 'dropped', fields: {}, salts: {}, inclusion },
    })),
    ...{ code: 'line_malformed', line: 6, leafIndex: 4, subject: 'hld_1' },
  },
  {
    what: 'another answer',
    bundle: edit(3, (line) => ({ ...line, fields: { ...fieldsOf(line), answer: 'It is flat.' } })),
    ...{ code: 'commitment_wrong', line: 3, leafIndex: 1, subject: 'msg_2' },
  },
  {
    what: 'another content under a leaf of the first version',
    bundle: edit(2, (line) => ({ ...line, fields: { content: '{"answer":"2"}' } })),
    ...{ code: 'commitment_wrong', line: 2, leafIndex: 0, subject: 'msg_1' },
  },
  {
    what: 'another salt',
    bundle: edit(3, (line) => ({ ...line, salts: { ...saltsOf(line), answer: hash } })),
    code: 'commitment_wrong',
    line: 3,
  },
  {
    what: 'a salt that is none',
    bundle: edit(3, (line) => ({ ...line, salts: { ...saltsOf(line), answer: 'ab' } })),
    code: 'salt_invalid',
    line: 3,
  },
  {
    what: 'a field more',
    bundle: edit(3, (line) => ({ ...line, fields: { ...fieldsOf(line), more: '' } })),
    code: 'fields_wrong',
    line: 3,
  },
  {
    what: 'a salt more',
    bundle: edit(3, (line) => ({ ...line, salts: { ...saltsOf(line), more: hash } })),
    code: 'fields_wrong',
    line: 3,
  },
  {
    what: 'a field less',
    bundle: edit(3, (line) => ({ ...line, fields: { ...fieldsOf(line), answer: undefined } })),
    code: 'fields_wrong',
    line: 3,
  },
  {
    what: 'a salt less',
    bundle: edit(3, (line) => ({ ...line, salts: { ...saltsOf(line), answer: undefined } })),
    code: 'fields_wrong',
    line: 3,
  },
  {
    what: 'a field and its salt less',
    bundle: edit(3, (line) => ({
      ...line,
      fields: { ...fieldsOf(line), answer: undefined },
      salts: { ...saltsOf(line), answer: undefined },
    })),
    ...{ code: 'fields_wrong', line: 3 },
  },
  {
    what: 'no facts of an erased record',
    bundle: set(5, { fields: {}, salts: {} }),
    code: 'fields_wrong',
    line: 5,
    subject: 'msg_4',
  },
  {
    what: 'a redacted record as present',
    bundle: set(4, { content_state: 'present' }),
    code: 'state_contradicted',
    line: 4,
  },
  {
    what: 'a whole record as erased',
    bundle: edit(3, (line) => ({
      ...{ ...line, content_state: 'erased' },
      fields: { facts: fieldsOf(line)['facts'] },
      salts: { facts: saltsOf(line)['facts'] },
    })),
    ...{ code: 'state_unexplained', line: 3, leafIndex: 1, subject: 'msg_2' },
  },
  {
    what: 'an erased record as dropped',
    bundle: set(5, { content_state: 'dropped', fields: {}, salts: {} }),
    code: 'state_unexplained',
    line: 5,
    leafIndex: 3,
    subject: 'msg_4',
  },
  {
    what: 'an expired record as erased',
    bundle: set(7, { content_state: 'erased' }),
    code: 'state_unexplained',
    line: 7,
    leafIndex: 5,
    subject: 'msg_5',
  },
  {
    what: 'an erased record as expired',
    bundle: set(5, { content_state: 'expired' }),
    code: 'state_contradicted',
    line: 10,
    leafIndex: 8,
    subject: 'msg_4',
  },
  {
    what: 'an end that counts too many',
    bundle: lines.with(-1, `${JSON.stringify({ ...JSON.parse(lines.at(-1) ?? ''), records: 7 })}\n`).join(''),
    code: 'counts_wrong',
    line: 15,
  },
  {
    what: 'an end that counts too few events',
    bundle: lines.with(-1, `${JSON.stringify({ ...JSON.parse(lines.at(-1) ?? ''), events: 6 })}\n`).join(''),
    code: 'counts_wrong',
    line: 15,
  },
  {
    what: 'another digest',
    bundle: lines
      .with(-1, `${JSON.stringify({ ...JSON.parse(lines.at(-1) ?? ''), sha256: hash })}\n`)
      .join(''),
    code: 'digest_wrong',
    line: 15,
  },
  {
    what: 'another time of export',
    bundle: lines.join('').replace('2026-01-03', '2026-01-04'),
    code: 'digest_wrong',
    line: 15,
  },
  { what: 'an empty line behind it', bundle: `${lines.join('')}\n`, code: 'bundle_continues', line: 16 },
  { what: 'a space behind it', bundle: `${lines.join('')} `, code: 'bundle_continues', line: 16 },
  {
    what: 'the last line twice',
    bundle: `${lines.join('')}${lines.at(-1)}`,
    code: 'bundle_continues',
    line: 16,
  },
  {
    what: 'no last line',
    bundle: body.join(''),
    code: 'bundle_truncated',
    line: 14,
    leafIndex: null,
    subject: null,
  },
  { what: 'nothing at all', bundle: '', code: 'bundle_truncated', line: 0 },
  { what: 'no last newline', bundle: lines.join('').trimEnd(), code: 'bundle_truncated', line: 15 },
];

describe('faults in a bundle', () => {
  it.each(faults)('is named: $what', async ({ what: _, bundle, ...fault }) => {
    expect(await verifyText(bundle)).toMatchObject({ kind: 'broken', ...fault });
  });

  it('includes a line over the limit, which is not read to its end', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1024 * 1024;
        yield new Uint8Array(1024 * 1024).fill(0x20);
      }
    }
    const verdict = await outcomeOf(endless());
    expect(verdict).toMatchObject({ kind: 'broken', code: 'bundle_too_large', line: 1 });
    expect(read).toBeLessThanOrEqual(lineBytesMax + 1024 * 1024);
    const longer = new Uint8Array(lineBytesMax + 1).fill(0x20);
    for (const chunks of [[longer], [longer, Uint8Array.of(0x0a)]])
      expect(await outcomeOf(chunks)).toMatchObject({ code: 'bundle_too_large', line: 1 });
  });

  it('has limits that are consistent', () => {
    // What the verifier keeps of each record goes into a Map, which has an end.
    expect(bundledLeavesMax).toBeLessThan(2 ** 24);
  });
});
