import { makeEvent, newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { Handover } from '../handover-store.ts';

const page = { before: null, limit: 20 } as const;
const also = { event: null, mail: null, waitingMax: 3 };

/** What every store of handovers must do, on any database. */
export function describeHandoverStore(name: string, open: OpenStore): void {
  describe(`${name} as a handover store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    async function newMessage(tenantId: Awaited<ReturnType<typeof newTenant>>) {
      const message = sampleMessage();
      await store.records.finishMessage(tenantId, message, nothingElse);
      return message;
    }
    const handoverOf = ({ messageId, threadId }: Pick<Handover, 'messageId' | 'threadId'>): Handover => ({
      ...{ messageId, threadId, state: 'waiting', revision: 1, email: 'ada@example.org' },
      posts: [{ author: null, name: null, text: 'Hello?', atMs: sampleTimeMs }],
      ...{ createdAtMs: sampleTimeMs, updatedAtMs: sampleTimeMs },
    });

    it('returns a handover unchanged, and changes it in order', async () => {
      const tenantId = await newTenant(store.access);
      const first = handoverOf(await newMessage(tenantId));
      const { handovers } = store;
      expect(await handovers.getHandover(tenantId, first.messageId)).toBeNull();
      expect(await handovers.putHandover(tenantId, first, also)).toBe('kept');
      expect(await handovers.getHandover(tenantId, first.messageId)).toEqual(first);
      expect(await handovers.putHandover(tenantId, first, also)).toBe('conflict');
      const second = { ...first, revision: 2, state: 'answered', email: null } as const;
      expect(await handovers.putHandover(tenantId, { ...second, revision: 3 }, also)).toBe('conflict');
      expect(await handovers.putHandover(tenantId, second, also)).toBe('kept');
      expect(await handovers.getHandover(tenantId, first.messageId)).toEqual(second);
      const unknown = handoverOf({ messageId: newId('msg', 1), threadId: first.threadId });
      expect(await handovers.putHandover(tenantId, unknown, also)).toBe('unknown');
      expect(await handovers.getHandover(await newTenant(store.access), first.messageId)).toBeNull();
    });

    it('lists handovers by state, a limited number of which wait', async () => {
      const tenantId = await newTenant(store.access);
      const { handovers } = store;
      const made: Handover[] = [];
      for (let at = 0; at < 3; at += 1) {
        const one = handoverOf(await newMessage(tenantId));
        expect(await handovers.putHandover(tenantId, one, also)).toBe('kept');
        made.push(one);
      }
      const beyond = handoverOf(await newMessage(tenantId));
      expect(await handovers.putHandover(tenantId, beyond, also)).toBe('too_many');
      const newestFirst = made
        .map(({ messageId }) => messageId)
        .toSorted()
        .reverse();
      const ids = async (
        state?: Handover['state'],
        from: Parameters<typeof handovers.listHandovers>[2] = page,
      ) => {
        const filter = { readableBy: null, ...(state === undefined ? {} : { state }) };
        return (await handovers.listHandovers(tenantId, filter, from)).map(({ messageId }) => messageId);
      };
      expect(await ids()).toEqual(newestFirst);
      expect(await ids('waiting', { before: newestFirst[0] ?? null, limit: 1 })).toEqual([newestFirst[1]]);
      expect(await ids('closed')).toEqual([]);
      expect(await handovers.countWaitingHandovers(tenantId, null)).toBe(3);
      expect(await handovers.countWaitingHandovers(tenantId, [])).toBe(3);
      const [one] = made;
      if (one === undefined) throw new Error('there is one');
      await handovers.putHandover(tenantId, { ...one, revision: 2, state: 'closed' }, also);
      expect(await ids('closed')).toEqual([one.messageId]);
      expect(await handovers.countWaitingHandovers(tenantId, null)).toBe(2);
      expect(await handovers.countWaitingHandovers(await newTenant(store.access), null)).toBe(0);
      expect(await handovers.putHandover(tenantId, beyond, also)).toBe('kept');
    });

    it('queues what is sent in the same commit', async () => {
      const tenantId = await newTenant(store.access);
      const handover = handoverOf(await newMessage(tenantId));
      const { messageId } = handover;
      const event = makeEvent('handover.requested', sampleTimeMs, { message_id: messageId });
      const mail = { to: 'ada@example.org', subject: 'A reply', text: 'Yes.' };
      await store.handovers.putHandover(tenantId, handover, { ...also, event, mail });
      await store.handovers.putHandover(tenantId, handover, { ...also, event, mail });
      const lease = { nowMs: sampleTimeMs, leaseUntilMs: sampleTimeMs + 1, limit: 9 };
      expect(await store.mails.claimMails(tenantId, lease)).toMatchObject([mail]);
    });

    it('keeps how a person is reached, for each tenant', async () => {
      const [tenantId, other] = [await newTenant(store.access), await newTenant(store.access)];
      const by = { callerId: newId('key', sampleTimeMs), atMs: sampleTimeMs };
      const { handovers } = store;
      expect(await handovers.getHandoverSettings(tenantId)).toBeNull();
      for (const settings of [
        { chat: true, link: 'https://example.org', link_text: null },
        { chat: false, link: null, link_text: null },
      ]) {
        await handovers.putHandoverSettings(tenantId, settings, by);
        expect(await handovers.getHandoverSettings(tenantId)).toEqual(settings);
      }
      expect(await handovers.getHandoverSettings(other)).toBeNull();
    });
  });
}
