import { readFile } from 'node:fs/promises';
import type { ExampleLeaf } from '@avow/ledger-log/testing';
import {
  buildBundle,
  exampleEvent,
  exampleFirstRecord,
  exampleLog,
  exampleRecord,
} from '@avow/ledger-log/testing';
import type { AuditCase } from './audit-case.ts';

const splitLines = (text: string) => text.match(/[^\n]*\n/g) ?? [];

/** The bundle that the page gives as an example. */
async function readPage(): Promise<readonly string[]> {
  const page = await readFile(new URL('../packages/ledger-log/README.md', import.meta.url), 'utf8');
  return splitLines(page).filter((line) => /^\{"type":"(?:bundle|record|event|end)"/.test(line));
}

/** A bundle that was stored with the project. */
export async function readFrozen(name: string): Promise<readonly string[]> {
  const url = new URL(`../packages/ledger-log/src/test-support/${name}`, import.meta.url);
  return splitLines(await readFile(url, 'utf8'));
}

/** Every way in which content goes, in ranges of leaves too: expired, then erased, then dropped. */
export const goneLog: readonly ExampleLeaf[] = [
  exampleFirstRecord(1),
  ...[2, 3, 4].map((number) => exampleRecord(number, { contentState: 'expired' })),
  ...[5, 6].map((number) => exampleRecord(number, { contentState: 'dropped' })),
  exampleRecord(7, { contentState: 'erased' }),
  exampleEvent({ kind: 'expiry', state: 'content_expired', details: [['leaves', '1-4,6']] }),
  exampleEvent({ kind: 'erasure', subject: 'msg_7', state: 'erased', actor: 'key_1' }),
  exampleEvent({ kind: 'erasure', subject: 'msg_5', state: 'erased', actor: 'key_1' }),
  exampleEvent({ kind: 'expiry', state: 'record_dropped', details: [['leaves', '4-5']] }),
  exampleRecord(8, { contentState: 'redacted' }),
];

/** Texts that are spelled with care, or wrongly. */
const spelledLog: readonly ExampleLeaf[] = [
  exampleRecord(1, {
    fields: [
      ['question', ''],
      ['answer', '\u0000\u0001\b\t\n\u000b\f\r\u001f "\\/ \u007f\u0080\u2028\u2029\ufeff\uffff🏔'],
      ['content_state', 'present'],
    ],
  }),
  exampleEvent({ kind: 'a_kind_to_come', state: 'x', details: [['any_name', '\n"\\\u2028🏔']] }),
  // The table of kinds is what the log's writer keeps to, and no matter of a checker.
  exampleEvent({ kind: 'hold', subject: '', state: 'to_come', commitments: [['facts', 'ab'.repeat(32)]] }),
  exampleEvent({ kind: 'access', subject: '🏔'.repeat(128), state: 'read', actor: 'key_1' }),
];

const emptyBytes = exampleEvent({ kind: 'other', state: 'x', details: [['text', '']] }).entry.length;

/** As much of everything as there may be. */
const fullLog: readonly ExampleLeaf[] = [
  exampleRecord(1, {
    fields: Array.from({ length: 64 }, (_, index) => [`field_${index}`, `${index}`] as const),
  }),
  exampleRecord(2, { contentState: 'expired' }),
  ...Array.from({ length: 499 }, () => exampleEvent({ kind: 'other', state: 'x' })),
  exampleEvent({ kind: 'expiry', state: 'content_expired', details: [['leaves', '1,2-500']] }),
  exampleEvent({
    ...{ kind: 'k'.repeat(64), subject: 's'.repeat(256), state: 's'.repeat(256), actor: 'a'.repeat(256) },
    details: Array.from({ length: 64 }, (_, index) => [`detail_${index}`, ''] as const),
  }),
  // 65,535 bytes
  exampleEvent({ kind: 'other', state: 'x', details: [['text', 'x'.repeat(65_535 - emptyBytes)]] }),
];

const longLog = Array.from({ length: 70 }, (_, index) => exampleRecord(index + 1));

/** Bundles that every checker must accept. */
export async function listSoundCases(): Promise<readonly AuditCase[]> {
  const firstLog = [1, 2, 3].map((number) => exampleFirstRecord(number));
  const bundles: readonly (readonly [string, readonly string[]])[] = [
    ['the whole example log', await buildBundle(exampleLog)],
    ['the bundle of the page', await readPage()],
    ['the frozen bundle', await readFrozen('frozen-bundle-v4.jsonl')],
    ['an empty log', await buildBundle([])],
    ['a log of one leaf', await buildBundle(exampleLog.slice(0, 1))],
    ['leaves of version 1', await buildBundle(firstLog)],
    ['records that are gone', await buildBundle(goneLog)],
    ['careful spelling', await buildBundle(spelledLog)],
    [
      'a master key that was changed',
      await buildBundle([
        exampleRecord(1),
        exampleEvent({ kind: 'rekey', state: 'rewrapped', actor: 'operator' }),
        exampleRecord(2),
      ]),
    ],
    ['as much as there may be', await buildBundle(fullLog)],
    ['a log of seventy leaves', await buildBundle(longLog)],
    [
      'a thread of a long log',
      await buildBundle(longLog, {
        ...{ what: { kind: 'thread', threadId: 'thr_1' }, leafIndexes: [0, 3, 31, 32, 63, 64, 69] },
      }),
    ],
    [
      'a person, with erasures and expiries',
      await buildBundle(goneLog, {
        ...{ what: { kind: 'end_user', endUserId: 'ada' }, leafIndexes: [0, 2, 4, 6, 7, 8, 9, 10] },
      }),
    ],
    [
      'a period without records',
      await buildBundle(exampleLog, {
        ...{ what: { kind: 'period', from: '2025-01-01T00:00:00.000Z', until: null }, leafIndexes: [] },
      }),
    ],
    [
      'what several criteria select',
      await buildBundle(goneLog, {
        what: {
          ...{ kind: 'filter', from: '2025-01-01T00:00:00.000Z', until: null, threadId: null },
          ...{ endUserId: 'ada', status: 'blocked', band: 'none', tripwireTriggered: true },
        },
        leafIndexes: [0, 2, 4, 6, 7, 8, 9, 10],
      }),
    ],
    [
      'a period that is the whole log',
      await buildBundle(exampleLog, {
        what: { kind: 'period', from: null, until: '2028-02-29T23:59:59.999Z' },
      }),
    ],
  ];
  const cases = bundles.map(([name, lines]) => ({ name, lines, expected: 'sound' as const }));
  return [
    ...cases,
    ...cases.slice(0, 2).map((one) => ({ ...one, name: `${one.name}, without a key`, withoutKey: true })),
  ];
}
