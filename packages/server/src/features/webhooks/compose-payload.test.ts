import { AppError, newId } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import type { Actor, KeyRow } from '../keys/access-store.ts';
import type { RecordAudience } from '../records/records.ts';
import { createComposePayload, payloadBytesMax } from './compose-payload.ts';
import type { ClaimedDelivery } from './webhook-store.ts';

const nowMs = 1_000_000;
const tenantId = newId('ten', 1);
const messageId = newId('msg', 1);
const body = JSON.stringify({ type: 'message.delivered', timestamp: 't', data: { message_id: messageId } });

const key = (keyId: KeyRow['keyId'], changes: Partial<KeyRow> = {}): KeyRow => ({
  ...{ keyId, tenantId, publicId: 'p', secretHmac: 's', mode: 'live', name: 'k' },
  ...{ scopes: ['messages:read'], createdAtMs: 1, expiresAtMs: nowMs + 1, revokedAtMs: null },
  groups: [],
  rotatedFrom: null,
  origins: null,
  packIds: null,
  ...changes,
});

function claimed(changes: { contentBy?: ClaimedDelivery['contentBy']; type?: string } = {}): ClaimedDelivery {
  const { contentBy = 'key_1', type = 'message.delivered' } = changes;
  return {
    ...{ tenantId, body, url: 'https://hooks.example/', secrets: [], contentBy, format: 'event' },
    delivery: {
      ...{ seq: 1, endpointId: 'whe_1', eventId: 'evt_1', type, messageId, status: 'pending', attempts: 1 },
      ...{ createdAtMs: 1, dueAtMs: 1, giveUpAtMs: 1, attemptedAtMs: null, outcome: null },
      responseStatus: null,
    },
  };
}

function composeWith(
  keys: readonly KeyRow[],
  answer: string | null = 'Forty-two.',
  audience: RecordAudience = [],
) {
  const envelope = [['response', JSON.stringify({ message_id: messageId, answer })]] as const;
  return createComposePayload({
    access: { listKeys: async () => [...keys] },
    groupsOfReader: async (_, userId) => (userId === 'usr_reader' ? ['hr'] : 'none'),
    records: {
      getMessage: async () =>
        answer === null ? null : ({ envelope, status: 'delivered', audience } as never),
    },
  });
}

const dataOf = async (keys: readonly KeyRow[], given = claimed(), answer: string | null = 'Forty-two.') =>
  JSON.parse(await composeWith(keys, answer)(given, nowMs)).data;

describe('[CON-9-11] the payload of an event', () => {
  it('is what was written, unless its endpoint asks for content', async () => {
    const thin = { ...claimed(), contentBy: null };
    expect(await composeWith([key('key_1')])(thin, nowMs)).toBe(body);
    expect(await composeWith([key('key_1')])(claimed({ type: 'audit.erased' }), nowMs)).toBe(body);
  });

  it('contains the message as it is now, if the key may read it', async () => {
    const expected = { message_id: messageId, message: { answer: 'Forty-two.' }, message_omitted: null };
    expect(await dataOf([key('key_1')])).toMatchObject(expected);
    expect(await dataOf([], claimed({ contentBy: 'operator' }))).toMatchObject(expected);
    expect(await dataOf([key('key_1')], claimed({ type: 'guardrail.tripped' }))).toMatchObject(expected);
  });

  it('has no message of groups that the key or the person may not name, as if it were gone', async () => {
    const contentOf = async (contentBy: Actor, groups: KeyRow['groups'], audience: RecordAudience) => {
      const compose = composeWith([{ ...key('key_1'), groups }], 'Forty-two.', audience);
      const { message, message_omitted: omitted } = JSON.parse(
        await compose(claimed({ contentBy }), nowMs),
      ).data;
      return omitted ?? message.answer;
    };
    expect(await contentOf('key_1', [], [['hr']])).toBe('not_available');
    expect(await contentOf('key_1', ['hr'], [['hr']])).toBe('Forty-two.');
    expect(await contentOf('key_1', ['hr'], [['hr'], ['board']])).toBe('not_available');
    expect(await contentOf('key_1', null, [['hr'], ['board']])).toBe('Forty-two.');
    expect(await contentOf('usr_reader', [], [['hr', 'board']])).toBe('Forty-two.');
    expect(await contentOf('usr_reader', [], [['board']])).toBe('not_available');
    expect(await contentOf('operator', [], [['board']])).toBe('Forty-two.');
  });

  it('contains no message that cannot be read, but waits for a store that cannot be reached', async () => {
    const failing = (error: Error) =>
      createComposePayload({
        access: { listKeys: async () => [key('key_1')] },
        groupsOfReader: async () => 'none',
        records: { getMessage: () => Promise.reject(error) },
      })(claimed(), nowMs);
    const gone = { message: null, message_omitted: 'not_available' };
    expect(JSON.parse(await failing(new AppError('internal'))).data).toMatchObject(gone);
    expect(JSON.parse(await failing(new Error('damaged'))).data).toMatchObject(gone);
    await expect(failing(new AppError('audit_unavailable'))).rejects.toMatchObject({
      code: 'audit_unavailable',
    });
  });

  it('contains no message that is erased or too large', async () => {
    const gone = { message: null, message_omitted: 'not_available' };
    expect(await dataOf([key('key_1')], claimed(), null)).toMatchObject(gone);
    const large = { message: null, message_omitted: 'too_large' };
    expect(await dataOf([key('key_1')], claimed(), 'x'.repeat(payloadBytesMax))).toMatchObject(large);
  });

  it('follows the key that decided on content, and those that replace it', async () => {
    const refused = { message: null, message_omitted: 'not_permitted' };
    const shown = { message_omitted: null };
    const expired = key('key_1', { expiresAtMs: nowMs });
    const next = (changes: Partial<KeyRow> = {}) => key('key_2', { rotatedFrom: 'key_1', ...changes });
    expect(await dataOf([])).toMatchObject(refused);
    expect(await dataOf([expired])).toMatchObject(refused);
    expect(await dataOf([key('key_1', { scopes: ['query:write'] })])).toMatchObject(refused);
    expect(await dataOf([expired, next()])).toMatchObject(shown);
    expect(await dataOf([expired, next({ revokedAtMs: 1 })])).toMatchObject(refused);
    expect(await dataOf([key('key_1', { revokedAtMs: 1 }), next()])).toMatchObject(refused);
    expect(await dataOf([], claimed({ contentBy: 'usr_reader' }))).toMatchObject(shown);
    expect(await dataOf([], claimed({ contentBy: 'usr_other' }))).toMatchObject(refused);
    const third = key('key_3', { rotatedFrom: 'key_2' });
    expect(await dataOf([expired, next({ expiresAtMs: 1 }), third])).toMatchObject(shown);
  });
});
