import { AppError } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import {
  holiday,
  holidayQuestion,
  openStream,
  playAll,
  say,
  startWrittenService,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let url: string;
let tenant: WrittenTenant;
/** So many times the store cannot write the end of a message. */
let failures = 0;

function failing({ store, ...data }: DataFolder): DataFolder {
  const { records } = store;
  const finishMessage: typeof records.finishMessage = async (...given) => {
    failures -= 1;
    if (failures >= 0) throw new AppError('audit_unavailable', {});
    return await records.finishMessage(...given);
  };
  return { ...data, store: { ...store, records: { ...records, finishMessage } } };
}

beforeAll(async () => {
  service = await startWrittenService({ wrap: failing });
  url = await service.app.listen();
});
beforeEach(async () => {
  tenant = await service.newTenant();
  playAll(service, say(`${holiday[0]} [1]`));
});
afterAll(() => service.close());

const statusOf = async (messageId: string) =>
  (await service.get(tenant.key, `/v1/messages/${messageId}`)).json().status;

describe('a message whose end could not be recorded', () => {
  it('[CON-4-18] is ended as failed once the store can write again, and its stream with it', async () => {
    failures = 2;
    const headers = { 'idempotency-key': 'once' };
    const body = { prompt: holidayQuestion };
    const stream = await openStream(`${url}/v1/query`, { key: tenant.key, body, headers });
    const events = await stream.rest();
    expect(events.at(-1)?.type).toBe('message.failed');
    expect(await statusOf(stream.messageId)).toBe('failed');
    // Its key is free again.
    const again = await openStream(`${url}/v1/query`, { key: tenant.key, body, headers });
    expect((await again.rest()).at(-1)?.type).toBe('message.delivered');
    expect(again.messageId).not.toBe(stream.messageId);
  });

  it('[CON-4-18] does not stay in progress if its question was sent to a language model', async () => {
    failures = 1;
    const refused = await service.post(tenant.key, { prompt: holidayQuestion });
    expect(refused.statusCode).toBe(503);
    const listed = (await service.get(tenant.key, '/v1/messages')).json().data;
    expect(listed).toHaveLength(1);
    await waitFor(async () => expect(await statusOf(listed[0].message_id)).toBe('failed'));
  });
});
