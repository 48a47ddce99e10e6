import { createHmac } from 'node:crypto';
import type { BundledContentState } from '../bundle/bundle-line.ts';
import { commit } from '../commitment.ts';
import { formatEntry, type LogEntry, type NamedText } from '../entry.ts';
import { fieldSalt } from '../field-salt.ts';
import { encodeHex } from '../hex.ts';
import { leafBytes } from '../leaf.ts';

export const hmac = (key: Uint8Array, text: string): Uint8Array =>
  new Uint8Array(createHmac('sha256', key).update(text).digest());

export const tenantId = 'ten_example';

/** A leaf, and what an export would show beside it. */
export interface ExampleLeaf {
  readonly entry: string;
  readonly record: {
    readonly contentState: BundledContentState;
    readonly fields: readonly NamedText[];
    readonly salts: readonly NamedText[];
  } | null;
}

const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();

/** The record of the message of this number, as leaves of the second version have it; its secrets are its number, over and over. */
export function exampleRecord(
  number: number,
  {
    contentState = 'present',
    fields,
  }: { contentState?: BundledContentState; fields?: readonly NamedText[] } = {},
): ExampleLeaf {
  const texts: readonly NamedText[] = fields ?? [
    ['question', `How high is mountain ${number}?`],
    ['answer', `It is ${number},849 m high. 🏔`],
    [
      'response',
      JSON.stringify({ message_id: `msg_${number}`, answer: `${number},849 m`, path: 'a\\b\t"c"' }),
    ],
    ['content_state', contentState === 'redacted' ? 'redacted' : 'present'],
    ['facts', JSON.stringify([`msg_${number}`, 'delivered', 0.5 + number / 1000])],
  ];
  const saltOf = (name: string) =>
    fieldSalt(new Uint8Array(32).fill(name === 'facts' ? 128 + number : number), name, hmac);
  const entry = formatEntry({
    ...{ kind: 'record', tenantId, subject: `msg_${number}`, state: 'delivered', time: timeOf(number) },
    ...{ actor: '', details: [] },
    commitments: texts.map(([name, text]) => [name, encodeHex(commit(saltOf(name), text, hmac))]),
  });
  const shown = texts.filter(([name]) => {
    if (contentState === 'dropped') return false;
    return contentState === 'present' || contentState === 'redacted' || name === 'facts';
  });
  const salts = shown.map(([name]): NamedText => [name, encodeHex(saltOf(name))]);
  return { entry, record: { contentState, fields: shown, salts } };
}

/** A record of the first version; its salt is its number, over and over. */
export function exampleFirstRecord(number: number): ExampleLeaf {
  const salt = new Uint8Array(32).fill(number);
  const content = `{"answer":"${number}"}`;
  const bytes = leafBytes({
    tenantId,
    messageId: `msg_${number}`,
    status: 'delivered',
    createdAt: timeOf(number),
    contentCommitment: encodeHex(commit(salt, content, hmac)),
  });
  return {
    entry: new TextDecoder().decode(bytes),
    record: {
      contentState: 'present',
      fields: [['content', content]],
      salts: [['content', encodeHex(salt)]],
    },
  };
}

export function exampleEvent(event: Pick<LogEntry, 'kind' | 'state'> & Partial<LogEntry>): ExampleLeaf {
  const blank = { tenantId, subject: '', time: timeOf(60), actor: '', details: [], commitments: [] };
  return { entry: formatEntry({ ...blank, ...event }), record: null };
}

/** Every state of a record and every kind of event but `rekey`. */
export const exampleLog: readonly ExampleLeaf[] = [
  exampleFirstRecord(1),
  exampleRecord(2),
  exampleRecord(3, { contentState: 'redacted' }),
  exampleRecord(4, { contentState: 'erased' }),
  exampleEvent({
    ...{ kind: 'hold', subject: 'hld_1', state: 'placed', actor: 'key_1' },
    details: [
      ['scope', 'message'],
      ['target', 'msg_2'],
    ],
  }),
  exampleRecord(5, { contentState: 'expired' }),
  exampleEvent({ kind: 'access', subject: 'msg_2', state: 'read', actor: 'key_1' }),
  exampleRecord(6, { contentState: 'dropped' }),
  exampleEvent({ kind: 'erasure', subject: 'msg_4', state: 'erased', actor: 'key_2' }),
  exampleEvent({
    ...{ kind: 'retention', state: 'set', actor: 'operator' },
    details: [
      ['content_days', '400'],
      ['record_days', ''],
    ],
  }),
  exampleEvent({ kind: 'expiry', state: 'content_expired', details: [['leaves', '5,7']] }),
  exampleEvent({ kind: 'expiry', state: 'record_dropped', details: [['leaves', '7']] }),
  exampleEvent({
    ...{ kind: 'access', state: 'exported', actor: 'operator' },
    details: [
      ['what', 'all'],
      ['records', '6'],
    ],
  }),
];
