import type { ExampleLeaf } from '@avow/ledger-log/testing';
import { buildBundle, exampleFirstRecord, exampleRecord, tenantId } from '@avow/ledger-log/testing';
import type { AuditCase } from './audit-case.ts';
import { goneLog } from './sound-cases.ts';

const time = '2026-01-02T03:05:00.000Z';
const hash = 'ab'.repeat(32);

/** A leaf as somebody writes it who holds the key of the log, and keeps to no rule. */
const event = (...parts: readonly unknown[]): ExampleLeaf => ({
  entry: JSON.stringify(['avow.leaf.v2', ...parts]),
  record: null,
});
const raw = (entry: string): ExampleLeaf => ({ entry, record: null });
const expiry = (leaves: string, state = 'content_expired') =>
  event('expiry', tenantId, '', state, time, '', [['leaves', leaves]], []);
const erasure = (subject: string, state = 'erased') =>
  event('erasure', tenantId, subject, state, time, 'key_1', [], []);
const other = (details: unknown, commitments: unknown = []) =>
  event('other', tenantId, '', 'x', time, '', details, commitments);
const replaceIn = (leaf: ExampleLeaf, from: string | RegExp, to: string): ExampleLeaf => ({
  ...leaf,
  entry: leaf.entry.replace(from, to),
});

const present = exampleRecord(1);
const expired = exampleRecord(1, { contentState: 'expired' });
const erased = exampleRecord(1, { contentState: 'erased' });
const dropped = exampleRecord(1, { contentState: 'dropped' });

/** Leaves that are none, each behind one record. */
const invalidEvents: Readonly<Record<string, ExampleLeaf>> = {
  'no JSON': raw('x'),
  'no array': raw('{}'),
  'an empty array': raw('[]'),
  'another version': raw(event('other', tenantId, '', 'x', time, '', [], []).entry.replace('v2', 'v3')),
  'a space': raw(event('other', tenantId, '', 'x', time, '', [], []).entry.replace(',', ', ')),
  'a letter as an escape': raw(
    event('other', tenantId, '', 'x', time, '', [], []).entry.replace('"x"', '"\\u0078"'),
  ),
  'a lone surrogate as an escape': other([['a', '\ud800']]),
  'a part too few': event('other', tenantId, '', 'x', time, '', []),
  'a part too many': event('other', tenantId, '', 'x', time, '', [], [], []),
  'a number for a text': event('other', tenantId, 1, 'x', time, '', [], []),
  'a kind in capitals': event('Other', tenantId, '', 'x', time, '', [], []),
  'an empty kind': event('', tenantId, '', 'x', time, '', [], []),
  'a kind of 65 letters': event('k'.repeat(65), tenantId, '', 'x', time, '', [], []),
  'a kind that begins with a digit': event('1st', tenantId, '', 'x', time, '', [], []),
  'a kind with a newline behind': event('other\n', tenantId, '', 'x', time, '', [], []),
  'another tenant': event('other', 'ten_other', '', 'x', time, '', [], []),
  'no tenant': event('other', '', '', 'x', time, '', [], []),
  'no state': event('other', tenantId, '', '', time, '', [], []),
  'a subject of 257 characters': event('other', tenantId, 's'.repeat(257), 'x', time, '', [], []),
  'a subject of 129 mountains': event('other', tenantId, '🏔'.repeat(129), 'x', time, '', [], []),
  'a control character in the actor': event('other', tenantId, '', 'x', time, 'a\u001f', [], []),
  'the 30th of February': event('other', tenantId, '', 'x', '2026-02-30T03:05:00.000Z', '', [], []),
  'the 29th of February of 2100': event('other', tenantId, '', 'x', '2100-02-29T03:05:00.000Z', '', [], []),
  'the month 13': event('other', tenantId, '', 'x', '2026-13-01T03:05:00.000Z', '', [], []),
  'the day 0': event('other', tenantId, '', 'x', '2026-01-00T03:05:00.000Z', '', [], []),
  'the hour 24': event('other', tenantId, '', 'x', '2026-01-02T24:00:00.000Z', '', [], []),
  'a leap second': event('other', tenantId, '', 'x', '2026-06-30T23:59:60.000Z', '', [], []),
  'a time of another zone': event('other', tenantId, '', 'x', '2026-01-02T03:05:00.000+00:00', '', [], []),
  'a time without milliseconds': event('other', tenantId, '', 'x', '2026-01-02T03:05:00Z', '', [], []),
  'digits of another script': event('other', tenantId, '', 'x', '٢026-01-02T03:05:00.000Z', '', [], []),
  'details that are an object': other({ a: 'b' }),
  'a detail of three': other([['a', 'b', 'c']]),
  'a detail that is a number': other([['a', 1]]),
  'a detail whose name is none': other([['A', 'b']]),
  'a detail that comes twice': other([
    ['a', 'b'],
    ['a', 'b'],
  ]),
  '65 details': other(Array.from({ length: 65 }, (_, index) => [`a${index}`, ''])),
  '65,536 bytes': other([['a', 'b'.repeat(65_536 - other([['a', '']]).entry.length)]]),
  'an erasure in another state': erasure('msg_1', 'forgotten'),
  'an expiry in another state': expiry('0', 'expired'),
  'an expiry of its own leaf': expiry('1'),
  'an expiry up to its own leaf': expiry('0-1'),
  'an expiry of a leaf to come': expiry('2'),
  'an expiry of nothing': expiry(''),
  'an expiry of no number': expiry('x'),
  'an expiry with zeros before': expiry('00'),
  'an expiry with a space': expiry('0, 1'),
  'an expiry with a comma behind': expiry('0,'),
  'an expiry of a leaf twice': expiry('0,0'),
  'an expiry of a range of one': expiry('0-0'),
  'an expiry of an open range': expiry('0-'),
  'an expiry of a range of three': expiry('0-0-0'),
  'an expiry of a number too large': expiry('9007199254740992'),
  'an expiry without leaves': event('expiry', tenantId, '', 'content_expired', time, '', [], []),
  'a record in the line of an event': raw(present.entry.replace('msg_1', 'msg_2')),
  'a first record in the line of an event': raw(exampleFirstRecord(2).entry),
};

/** Records that their leaf does not make, each alone in its log. */
const invalidRecords: Readonly<Record<string, readonly ExampleLeaf[]>> = {
  'a record without a subject': [replaceIn(present, '"msg_1"', '""')],
  'a commitment that is too short': [replaceIn(present, /[0-9a-f]{64}/, 'ab')],
  'a commitment in capitals': [replaceIn(present, /[0-9a-f]{64}/, hash.toUpperCase())],
  'a commitment to nothing that is shown': [
    replaceIn(present, '[["question"', `[["trace","${hash}"],["question"`),
  ],
  'an event in the line of a record': [{ ...present, entry: erasure('msg_1').entry }],
  'a first leaf with a part too many': [replaceIn(exampleFirstRecord(1), /\]$/, ',""]')],
  'a first leaf whose commitment is none': [replaceIn(exampleFirstRecord(1), /[0-9a-f]{64}/, '')],
  'a first leaf without a subject': [replaceIn(exampleFirstRecord(1), '"msg_1"', '""')],
  'present, where redacted was logged': [exampleRecord(1, { fields: [['content_state', 'redacted']] })],
  'the same message twice': [present, present],
  'the same message in both versions': [exampleFirstRecord(1), present],
  'content that is said to be erased': [present, erasure('msg_1')],
  'first content that is said to be erased': [exampleFirstRecord(1), erasure('msg_1')],
  'redacted content that is said to be expired': [
    exampleRecord(1, { contentState: 'redacted' }),
    expiry('0'),
  ],
  'content that is said to be dropped': [present, expiry('0', 'record_dropped')],
  'an expired record that is said to be erased': [expired, expiry('0'), erasure('msg_1')],
  'an erased record that is said to be dropped': [erased, erasure('msg_1'), expiry('0', 'record_dropped')],
  'an erased record of which no event says so': [erased],
  'an expired record of which no event says so': [expired],
  'a dropped record of which no event says so': [dropped],
  'an erased record that only expired': [erased, expiry('0')],
  'a dropped record that was only erased': [dropped, erasure('msg_1'), expiry('0')],
  'an erasure before its record': [erasure('msg_1'), erased],
  'an erasure of another message': [erased, erasure('msg_2')],
  'an expiry of 501 leaves': [...Array.from({ length: 501 }, () => erasure('msg_1')), expiry('0-500')],
};

/** Bundles with good signatures and proofs over what must not be in a log. */
export async function listDishonestCases(): Promise<readonly AuditCase[]> {
  const logs = [
    ...Object.entries(invalidEvents).map(([name, leaf]) => [name, [present, leaf]] as const),
    ...Object.entries(invalidRecords),
  ];
  const all = logs.map(async ([name, log]) => ({ name, lines: await buildBundle(log) }));
  // Leaves 6, 8 and 10 of that log: an erased record, its erasure, and the expiry by which leaf 4 was dropped.
  const parts = [[6], [4, 6, 8], [4, 9], [6, 7, 10]].map(async (leafIndexes) => ({
    name: `the leaves ${leafIndexes} of records that are gone`,
    lines: await buildBundle(goneLog, { what: { kind: 'thread', threadId: 'thr_1' }, leafIndexes }),
  }));
  const bundles = await Promise.all([...all, ...parts]);
  return bundles.map((bundle) => ({ ...bundle, expected: 'broken' }));
}
