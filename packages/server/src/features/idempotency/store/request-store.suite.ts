import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleEvent, sampleMessage } from '../../../storage/contract/samples.ts';
import type { RequestClaim } from '../request-store.ts';

/** What every store of requests with an idempotency key must do, on any database. */
export function describeRequestStore(name: string, open: OpenStore): void {
  describe(`${name} as a store of requests`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const claimOf = (changes: Partial<RequestClaim> = {}): RequestClaim => ({
      ...{ name: 'one', requestHash: 'a', claim: 'first', nowMs: 100, leaseUntilMs: 200 },
      ...{ expiresAtMs: 1000, requestsMax: 3, ...changes },
    });
    const response = new Uint8Array([1, 2, 3]);

    it('carries a request out once, and gives its response to those who repeat it', async () => {
      const { access, requests } = store;
      const [tenantId, other] = [await newTenant(access), await newTenant(access)];
      const claim = claimOf();
      expect(await requests.claimRequest(tenantId, claim)).toEqual({ kind: 'claimed' });
      const again = { ...claim, claim: 'second' };
      expect(await requests.claimRequest(tenantId, again)).toEqual({ kind: 'in_progress' });
      expect(await requests.claimRequest(other, again)).toEqual({ kind: 'claimed' });
      // Only who has the claim ends it.
      await requests.completeRequest(tenantId, { ...again, response: new Uint8Array(1), quotes: null });
      await requests.releaseRequest(tenantId, again);
      await requests.completeRequest(tenantId, { ...claim, response, quotes: null });
      const replayed = await requests.claimRequest(tenantId, again);
      expect(replayed.kind === 'replay' && [...replayed.response]).toEqual([1, 2, 3]);
      const mismatch = await requests.claimRequest(tenantId, { ...again, requestHash: 'b' });
      expect(mismatch).toEqual({ kind: 'mismatch' });
    });

    it('takes over what a dead process left, and forgets what was released or has expired', async () => {
      const { access, requests, upkeep } = store;
      const tenantId = await newTenant(access);
      await requests.claimRequest(tenantId, claimOf());
      const later = claimOf({ claim: 'later', nowMs: 200, leaseUntilMs: 300, requestHash: 'b' });
      expect(await requests.claimRequest(tenantId, later)).toEqual({ kind: 'claimed' });
      await requests.completeRequest(tenantId, { ...claimOf(), response, quotes: null });
      expect(await requests.claimRequest(tenantId, { ...later, claim: 'x' })).toEqual({
        kind: 'in_progress',
      });
      await requests.releaseRequest(tenantId, later);
      expect(await requests.claimRequest(tenantId, later)).toEqual({ kind: 'claimed' });
      await requests.completeRequest(tenantId, { ...later, response, quotes: null });
      expect(await requests.claimRequest(tenantId, { ...later, nowMs: 1000 })).toEqual({ kind: 'claimed' });
      await upkeep.sweep({ nowMs: 999, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: false });
      expect(await requests.claimRequest(tenantId, claimOf({ nowMs: 250 }))).toMatchObject({
        kind: 'mismatch',
      });
      await upkeep.sweep({ nowMs: 1000, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: false });
      expect(await requests.claimRequest(tenantId, claimOf({ nowMs: 250 }))).toEqual({ kind: 'claimed' });
    });

    it('has a limit for each tenant', async () => {
      const { access, requests } = store;
      const tenantId = await newTenant(access);
      for (const name of ['one', 'two', 'three'])
        expect(await requests.claimRequest(tenantId, claimOf({ name }))).toEqual({ kind: 'claimed' });
      expect(await requests.claimRequest(tenantId, claimOf({ name: 'four' }))).toEqual({ kind: 'too_many' });
      await requests.releaseRequest(tenantId, claimOf());
      expect(await requests.claimRequest(tenantId, claimOf({ name: 'four' }))).toEqual({ kind: 'claimed' });
    });

    it('forgets responses that quote a message when it is erased, and no others', async () => {
      const { access, requests, records, retention } = store;
      const tenantId = await newTenant(access);
      const [message, other] = [sampleMessage(), sampleMessage()];
      for (const each of [message, other]) await records.finishMessage(tenantId, each, nothingElse);
      const quoted = { quoting: message.messageId, any: '*', other: other.messageId, nothing: null };
      for (const [name, quotes] of Object.entries(quoted)) {
        await requests.claimRequest(tenantId, claimOf({ name, requestsMax: 9 }));
        await requests.completeRequest(tenantId, { ...claimOf({ name }), response, quotes });
      }
      const event = sampleEvent('audit.erased');
      await retention.eraseMessage(tenantId, message.messageId, { atMs: 1, actor: 'operator', event });
      const kinds = Object.keys(quoted).map(async (name) => [
        name,
        (await requests.claimRequest(tenantId, claimOf({ name, requestsMax: 9 }))).kind,
      ]);
      expect(Object.fromEntries(await Promise.all(kinds))).toEqual({
        ...{ quoting: 'claimed', any: 'claimed', other: 'replay', nothing: 'replay' },
      });
    });
  });
}
