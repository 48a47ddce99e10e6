import { newId } from '@avow/foundation';
import { formatEntry } from '@avow/ledger-log/entries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamedEvents } from '../../../config/security-streams.ts';
import type { FoundRecord } from '../security-stream-store.ts';
import { formatSyslog } from '../sending/format-syslog.ts';
import { kindMappings } from './event-mapping.ts';
import { createFormat } from './format-event.ts';
import { readSecurityEvents } from './read-security-events.ts';
import type { SecurityEvent } from './security-event.ts';
import { faultsOfEvent } from './test-support/event-schemas.ts';

const tenantId = newId('ten', 1);
const product = { name: 'Avow', version: '1.2.3' };
const time = '2026-11-19T20:00:00.000Z';
const formats = ['ecs', 'ocsf'] as const;

interface Given {
  readonly kind?: string;
  readonly subject?: string;
  readonly state?: string;
  readonly actor?: string;
  readonly details?: ReadonlyArray<readonly [string, string]>;
}

function leaf(given: Given, leafIndex = 7) {
  const entry = { kind: 'key', subject: 'key_1', state: 'created', actor: 'operator', details: [], ...given };
  return {
    leafIndex,
    leafHash: 'ab'.repeat(32),
    text: formatEntry({ tenantId, time, commitments: [], ...entry }),
  };
}

const read = (given: Given, events: StreamedEvents = 'both') =>
  readSecurityEvents([leaf(given)], [], { tenantId, events });

const record = leaf({ kind: 'record', subject: 'msg_1', state: 'blocked', actor: '' });
const found: FoundRecord = {
  leafIndex: 7,
  findings: [
    { guardrailId: 'prompt_injection', name: 'Prompt injection', did: 'block', isShadow: false },
    { guardrailId: 'pii', name: 'Personal data', did: 'redact', isShadow: true },
    { guardrailId: 'toxicity', name: 'Toxicity', did: 'failed', isShadow: false },
    { guardrailId: 'topics', name: 'Topics', did: 'flag', isShadow: false },
  ],
  message: { messageId: 'msg_1', status: 'blocked', band: 'none', channel: 'api', policyVersion: 'pol_1' },
};
const findings = () => readSecurityEvents([record], [found], { tenantId, events: 'both' });

const json = (format: 'ecs' | 'ocsf', event: SecurityEvent) =>
  JSON.parse(createFormat(format, product)(event).json);

describe('what of the log is streamed', () => {
  it('is every administrative event, with an id that stays the same', () => {
    const [event] = read({
      details: [
        ['actor_name', 'Ada'],
        ['name', 'web'],
        ['scopes', 'query:write'],
      ],
    });
    expect(event).toEqual({
      ...{
        type: 'administrative',
        id: `${tenantId}.7.abababababab`,
        tenantId,
        leafIndex: 7,
        atMs: Date.parse(time),
      },
      ...{ kind: 'key', action: 'created', subject: 'key_1', actor: 'operator', actorName: 'Ada' },
      details: [
        ['name', 'web'],
        ['scopes', 'query:write'],
      ],
    });
  });

  it('is every finding of a record, and nothing of a record without', () => {
    expect(findings().map(({ id }) => id)).toEqual(
      [0, 1, 2, 3].map((n) => `${tenantId}.7.abababababab.${n}`),
    );
    expect(readSecurityEvents([record], [], { tenantId, events: 'both' })).toEqual([]);
  });

  it('is only what the stream asks for', () => {
    expect(read({}, 'guardrails')).toEqual([]);
    expect(readSecurityEvents([record], [found], { tenantId, events: 'administrative' })).toEqual([]);
    expect(readSecurityEvents([record], [found], { tenantId, events: 'guardrails' })).toHaveLength(4);
  });
});

describe.each(formats)('an event in %s', (format) => {
  it('fits its schema, for every kind and action of the log', () => {
    for (const [kind, { actions }] of Object.entries(kindMappings))
      for (const state of [...Object.keys(actions), 'of_later'])
        for (const actor of ['', 'operator', 'key_1', 'usr_1'])
          for (const subject of [
            kind === 'session' ? 'ses_1' : 'usr_2',
            ...(kind === 'session' || kind === 'user' || kind === 'software' ? [] : ['']),
          ]) {
            const details = [
              ['name', 'Ada'],
              ['method', 'password'],
            ] as const;
            const [event] = read({ kind, state, actor, subject, details });
            if (event === undefined) throw new Error('an event of the log is streamed');
            expect(faultsOfEvent(format, json(format, event)), `${kind}.${state}`).toEqual([]);
          }
  });

  it('fits its schema, for every finding, and for a test', () => {
    for (const event of findings()) expect(faultsOfEvent(format, json(format, event))).toEqual([]);
    const test = createFormat(format, product)({ type: 'test', id: 'test.1', atMs: 5 });
    expect(faultsOfEvent(format, JSON.parse(test.json))).toEqual([]);
  });

  it('has no detail that may be words of a client, and no reason', () => {
    const details = ['target', 'messages', 'leaves', 'of_later'].map(
      (name) => [name, 'secret words'] as const,
    );
    const [event] = read({ kind: 'hold', state: 'placed', subject: 'hold_1', details });
    if (event === undefined) throw new Error('an event of the log is streamed');
    expect(JSON.stringify(json(format, event))).not.toContain('secret');
  });

  it('is one line, and a message of syslog of at most 8 KiB, whatever is on the log', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 300 }).filter(isWord);
    const names = fc.uniqueArray(
      fc.constantFrom('name', 'scopes', 'role', 'what', 'models', 'cause', 'pack'),
      {
        maxLength: 7,
      },
    );
    fc.assert(
      fc.property(word, word, names, word, (subject, actor, given, text) => {
        const details = given.map((name) => [name, text.repeat(9)] as const);
        const [event] = read({ subject, actor, details });
        if (event === undefined) throw new Error('an event of the log is streamed');
        const formatted = createFormat(format, product)(event);
        expect(formatted.json).not.toMatch(/[\r\n]/);
        const frame = formatSyslog(formatted, 'host');
        expect(frame).toMatch(
          /^\d+ <109>1 2026-11-19T20:00:00\.000Z host avow - key\.created - \{[\x20-\x7e]*\}$/,
        );
        expect(frame.length).toBe(frame.indexOf(' ') + 1 + Number.parseInt(frame, 10));
        expect(frame.length).toBeLessThanOrEqual(8192);
        expect(JSON.parse(frame.slice(frame.indexOf('{')))).toEqual(JSON.parse(formatted.json));
      }),
    );
  });
});

/** What a leaf may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
const isWord = (text: string) => text.length <= 256 && text.isWellFormed() && !/[\u0000-\u001f]/.test(text);

it('says in ECS who did what to whom', () => {
  const [event] = read({ kind: 'user', state: 'deleted', subject: 'usr_2', actor: 'usr_1' });
  if (event === undefined) throw new Error('an event of the log is streamed');
  expect(json('ecs', event)).toMatchObject({
    ...{ '@timestamp': time, organization: { id: tenantId }, message: 'user: deleted' },
    event: { action: 'user.deleted', category: ['iam'], type: ['user', 'deletion'], outcome: 'success' },
    user: { id: 'usr_1', target: { id: 'usr_2' } },
  });
});

it('says in OCSF what class and activity an event has, and what was done about a finding', () => {
  const [event] = read({ kind: 'session', state: 'sign_in_failed', subject: 'usr_2', actor: '' });
  if (event === undefined) throw new Error('an event of the log is streamed');
  expect(json('ocsf', event)).toMatchObject({
    ...{ class_uid: 3002, activity_id: 1, type_uid: 300_201, status_id: 2, severity_id: 3 },
    ...{ user: { uid: 'usr_2' }, time: Date.parse(time), metadata: { uid: `${tenantId}.7.abababababab` } },
  });
  const given = findings().map((finding) => json('ocsf', finding));
  expect(given.map((one) => [one.type_uid, one.disposition, one.action])).toEqual([
    [200_401, 'Blocked', 'Denied'],
    [200_401, 'Logged', 'Allowed'],
    [200_401, 'Error', 'Denied'],
    [200_401, 'Detected', 'Allowed'],
  ]);
});
