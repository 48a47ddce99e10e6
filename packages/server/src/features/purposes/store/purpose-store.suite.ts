import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant } from '../../../storage/contract/samples.ts';

/** What every store of purposes does. */
export function describePurposeStore(name: string, open: OpenStore): void {
  describe(`${name}: purposes`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    it('[CON-12-38] returns what was set last, of this tenant alone, and has all of it on the log', async () => {
      const { purposes, access, log } = store;
      const [tenantId, other] = [await newTenant(access), await newTenant(access)];
      expect(await purposes.getPurposes(tenantId)).toEqual({ isRequired: false, purposes: [] });
      const complaint = { id: 'complaint', title: 'A complaint “so”' };
      const both = { isRequired: true, purposes: [{ id: 'audit', title: 'Audit' }, complaint] };
      await purposes.setPurposes(tenantId, both, { atMs: 1_000, actor: 'operator' });
      expect(await purposes.getPurposes(tenantId)).toEqual(both);
      const one = { isRequired: false, purposes: [complaint] };
      await purposes.setPurposes(tenantId, one, { atMs: 2_000, actor: 'key_1' });
      expect(await purposes.getPurposes(tenantId)).toEqual(one);
      expect(await purposes.getPurposes(other)).toEqual({ isRequired: false, purposes: [] });
      const events = await log.listLogEvents(tenantId, { kind: 'purposes' }, { before: null, limit: 10 });
      expect(events.map(({ text }) => parseEntry(text))).toMatchObject([
        {
          state: 'set',
          actor: 'key_1',
          details: [
            ['required', 'no'],
            ['purpose_complaint', complaint.title],
          ],
        },
        {
          state: 'set',
          actor: 'operator',
          details: [
            ['required', 'yes'],
            ['purpose_audit', 'Audit'],
            ['purpose_complaint', complaint.title],
          ],
        },
      ]);
    });
  });
}
