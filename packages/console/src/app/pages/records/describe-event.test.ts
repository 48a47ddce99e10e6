import { expect, it } from 'vitest';
import { describeEvent } from './describe-event.ts';

const words = {
  summaryOf: (id: string) => (id === 'listMessageFeedback' ? 'List the feedback on a message' : undefined),
  nameOf: (id: string) => (id === 'pack_1' ? 'Handbook' : null),
};
const describe = (action: string, details: Record<string, string>) =>
  describeEvent({ action, details }, words);

it('says what was read and changed without the names of operations', () => {
  expect(describe('read', { what: 'listMessageFeedback', messages: 'msg_1 msg_2' })).toEqual({
    what: 'List the feedback on a message',
    details: ['2 messages'],
    codes: [],
  });
  expect(describe('requested', { operation: 'listMessageFeedback', actor_name: 'Ada' })).toEqual({
    what: 'List the feedback on a message',
    details: [],
    codes: [],
  });
  expect(describe('exported', { what: 'period', records: '12' })).toEqual({
    what: 'exported',
    details: ['what: period', 'records: 12'],
    codes: [],
  });
  expect(describe('read', { what: 'guardrail_trial' }).what).toBe('Try a policy on past messages');
});

it('counts messages once, and the same when not all of them are named', () => {
  expect(describe('read', { what: 'listMessageFeedback', messages: 'msg_1', count: '300' }).details).toEqual([
    '300 messages',
  ]);
});

it('names roles, permissions, packs and what changed as people do', () => {
  expect(describe('created', { role: 'auditor' }).details).toEqual(['role: Auditor']);
  expect(describe('created', { scopes: 'query:write audit:read', packs: 'pack_1 pack_2' }).details).toEqual([
    'permissions: Ask questions, Read records',
    'content packs: Handbook, pack_2',
  ]);
  expect(describe('passkey_added', { passkey: 'psk_1', changed: 'event_types url' })).toEqual({
    what: 'passkey added',
    details: ['changed: event types, url'],
    codes: [],
  });
});

it('keeps hashes and ids without a name apart from what people read', () => {
  const hash = '0a'.repeat(32);
  const message = `msg_${'0'.repeat(26)}`;
  expect(describe('published', { manifest_hash: hash, version: '3', target: message })).toEqual({
    what: 'version published',
    details: ['version: 3'],
    codes: [
      ['manifest hash', hash],
      ['target', message],
    ],
  });
});
