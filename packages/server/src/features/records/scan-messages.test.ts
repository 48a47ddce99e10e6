import { newId } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { sampleMessage } from '../../storage/contract/samples.ts';
import type { RecordStore, StoredMessage } from './record-store.ts';
import { scanMessages, scannedMax } from './scan-messages.ts';

const tenantId = newId('ten', 1);
const filter = { readableBy: null };

/** So many messages, newest first, and how many of them were read. */
function storeOf(count: number) {
  const all: StoredMessage[] = Array.from({ length: count }, (_, at) => ({
    ...sampleMessage({ messageId: newId('msg', count - at) }),
    log: null,
  }));
  let read = 0;
  const records: Pick<RecordStore, 'listMessages'> = {
    listMessages: async (_tenant, _filter, { before, limit }) => {
      const from = before === null ? 0 : all.findIndex(({ messageId }) => messageId === before) + 1;
      const page = all.slice(from, from + limit);
      read += page.length;
      return page;
    },
  };
  return { all, records, readCount: () => read };
}

describe('scanMessages', () => {
  it('finds what is wanted, in several calls, each message once', async () => {
    const { all, records } = storeOf(450);
    const isWanted = ({ messageId }: StoredMessage) =>
      all.findIndex((one) => one.messageId === messageId) % 50 === 0;
    const first = await scanMessages(records, tenantId, { filter, before: null, limit: 5, isWanted });
    const rest = await scanMessages(records, tenantId, { filter, before: first.next, limit: 5, isWanted });
    expect([...first.found, ...rest.found]).toEqual(all.filter(isWanted));
    expect(rest.next).toBe(null);
  });

  it('looks at a limited number of messages, and says where it stopped', async () => {
    const { all, records, readCount } = storeOf(scannedMax + 300);
    const nothing = { filter, before: null, limit: 5, isWanted: () => false };
    const { found, next } = await scanMessages(records, tenantId, nothing);
    expect([found, next]).toEqual([[], all[scannedMax - 1]?.messageId]);
    expect(readCount()).toBe(scannedMax);
  });
});
