import type { MessageId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { mailTriedForMs } from '../judge-sending.ts';
import { mailLimits } from '../mail.ts';

const nowMs = sampleTimeMs;
const mail = { to: 'ada@example.org', subject: 'Your answer', text: 'It is on the second floor.' };
const leased = { nowMs, leaseUntilMs: nowMs + 60_000, limit: 10 };
const attribution = { atMs: nowMs, actor: 'operator' } as const;

/** What every store of mail must do, on any database. */
export function describeMailStore(name: string, open: OpenStore): void {
  describe(`${name} as a mail store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open({ nowMs: () => nowMs });
    });
    afterAll(() => store.close());

    async function newMessage(): Promise<{ tenantId: TenantId; messageId: MessageId }> {
      const tenantId = await newTenant(store.access);
      const message = sampleMessage();
      await store.records.finishMessage(tenantId, message, nothingElse);
      return { tenantId, messageId: message.messageId };
    }

    /** Admits a message that has not ended. */
    async function newOpenMessage() {
      const tenantId = await newTenant(store.access);
      const message = sampleMessage({ status: 'processing' });
      await store.records.admitMessage(tenantId, message);
      return { tenantId, message, messageId: message.messageId };
    }

    it('hands out what is due once, until its lease ends', async () => {
      const { tenantId, messageId } = await newMessage();
      expect(await store.mails.queueMail(tenantId, { messageId, mail, nowMs })).toBe('queued');
      expect(await store.mails.listTenantsWithMail(nowMs - 1, { after: null, limit: 1000 })).not.toContain(
        tenantId,
      );
      expect(await store.mails.listTenantsWithMail(nowMs, { after: null, limit: 1000 })).toContain(tenantId);
      const [claimed] = await store.mails.claimMails(tenantId, leased);
      expect(claimed).toMatchObject({ ...mail, messageId, attempts: 1, giveUpAtMs: nowMs + mailTriedForMs });
      expect(await store.mails.claimMails(tenantId, leased)).toEqual([]);
      const later = { ...leased, nowMs: leased.leaseUntilMs, leaseUntilMs: leased.leaseUntilMs + 60_000 };
      const [again] = await store.mails.claimMails(tenantId, later);
      expect(again).toMatchObject({ mailId: claimed?.mailId, attempts: 2 });
      if (claimed === undefined || again === undefined) throw new Error('it was due');
      expect(await store.mails.endMail(tenantId, claimed, { kind: 'sent' })).toBe(false);
      const retry = { kind: 'retry', dueAtMs: later.leaseUntilMs + 1 } as const;
      expect(await store.mails.endMail(tenantId, again, retry)).toBe(true);
      const last = { ...leased, nowMs: retry.dueAtMs, leaseUntilMs: retry.dueAtMs + 60_000 };
      const [third] = await store.mails.claimMails(tenantId, last);
      if (third === undefined) throw new Error('it was due again');
      expect(await store.mails.endMail(tenantId, third, { kind: 'sent' })).toBe(true);
      expect(await store.mails.claimMails(tenantId, { ...last, nowMs: last.leaseUntilMs })).toEqual([]);
    });

    it('queues mail in the commit that ends a message or submits it for review, within its limits', async () => {
      const { tenantId, message } = await newOpenMessage();
      const long = { to: mail.to, subject: 'In\r\nreview', text: 'x'.repeat(mailLimits.textCharsMax + 1) };
      await store.records.submitForReview(
        tenantId,
        { ...message, status: 'in_review' },
        { events: [], claim: null, journal: [], cost: null, inReviewMax: 10, mails: [long] },
      );
      const ended = { ...message, status: 'delivered' } as const;
      await store.records.finishMessage(tenantId, ended, { ...nothingElse, mails: [mail] });
      const claimed = await store.mails.claimMails(tenantId, leased);
      // They are due at the same time.
      expect(claimed.map(({ subject, text }) => [subject, text.length]).toSorted()).toEqual([
        ['In review', mailLimits.textCharsMax],
        ['Your answer', mail.text.length],
      ]);
    });

    it('sends the end of a message to the last address that was left for it', async () => {
      const { tenantId, message, messageId } = await newOpenMessage();
      await store.records.submitForReview(
        tenantId,
        { ...message, status: 'in_review' },
        { events: [], claim: null, journal: [], cost: null, inReviewMax: 10 },
      );
      const keep = (to: string) => store.mails.keepAddress(tenantId, { messageId, to, nowMs });
      expect(await keep('ada@example.org')).toBe('kept');
      expect(await keep('eve@example.org')).toBe('kept');
      expect(await store.mails.claimMails(tenantId, leased)).toEqual([]);
      const { to: _to, ...mailToAsker } = mail;
      await store.records.finishMessage(
        tenantId,
        { ...message, status: 'delivered' },
        { ...nothingElse, mailToAsker },
      );
      expect(await store.mails.claimMails(tenantId, leased)).toMatchObject([
        { ...mail, to: 'eve@example.org' },
      ]);
      expect(await keep('late@example.org')).toBe('not_pending');
      expect(
        await store.mails.keepAddress(tenantId, { messageId: newId('msg', 1), to: mail.to, nowMs }),
      ).toBe('unknown');
    });

    it('erases mail with the message that it is about, and queues none for one that is gone', async () => {
      const { tenantId, messageId } = await newMessage();
      await store.mails.queueMail(tenantId, { messageId, mail, nowMs });
      const event = { eventId: newId('evt', nowMs), type: 'message.erased', messageId, body: '{}' };
      await store.retention.eraseMessage(tenantId, messageId, { ...attribution, event });
      expect(await store.mails.claimMails(tenantId, leased)).toEqual([]);
      expect(await store.mails.queueMail(tenantId, { messageId, mail, nowMs })).toBe('unknown');
      const unknown = { messageId: newId('msg', 1), mail, nowMs };
      expect(await store.mails.queueMail(tenantId, unknown)).toBe('unknown');
    });

    it('leaves out what is more than a tenant may have pending', async () => {
      const { tenantId, message, messageId } = await newOpenMessage();
      const ended = { ...message, status: 'delivered' } as const;
      const mails = Array.from({ length: mailLimits.pendingMax - 1 }, () => mail);
      await store.records.finishMessage(tenantId, ended, { ...nothingElse, mails });
      const queue = () => store.mails.queueMail(tenantId, { messageId, mail, nowMs });
      expect(await queue()).toBe('queued');
      expect(await queue()).toBe('too_many');
    });

    it('drops what could not be sent in its time', async () => {
      const { tenantId, messageId } = await newMessage();
      await store.mails.queueMail(tenantId, { messageId, mail, nowMs });
      const before = await store.mails.countMails();
      await store.mails.sweepMails(nowMs + mailTriedForMs);
      expect(await store.mails.countMails()).toBe(before);
      await store.mails.sweepMails(nowMs + mailTriedForMs + 1);
      expect(await store.mails.claimMails(tenantId, leased)).toEqual([]);
    });
  });
}
