import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage } from '../../../storage/contract/samples.ts';
import type { GuardrailFinding } from '../../records/record-store.ts';

const event = {
  kind: 'access',
  subject: '',
  state: 'read',
  atMs: 5,
  actor: 'operator',
  details: [],
} as const;
const blocked: GuardrailFinding = {
  guardrailId: 'pii',
  name: 'Personal data',
  did: 'block',
  isShadow: false,
};

/** What every store of streams must do, on any database. */
export function describeSecurityStreamStore(name: string, open: OpenStore): void {
  describe(`${name} as a store of security streams`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const positionOf = async (tenantId: TenantId, stream: string) => {
      const found = await store.securityStreams.listBehind(stream);
      return found.find((one) => one.tenantId === tenantId);
    };

    it('remembers since when a stream fails, and why, until it succeeds', async () => {
      const { securityStreams } = store;
      expect(await securityStreams.readStream('siem')).toBeNull();
      await securityStreams.beginStream('siem', 1);
      await securityStreams.beginStream('siem', 2);
      const begun = { stream: 'siem', startedAtMs: 1, sentAtMs: null, failingSinceMs: null, fault: null };
      expect(await securityStreams.readStream('siem')).toEqual(begun);
      await securityStreams.noteFailed('siem', { atMs: 3, fault: 'it is away' });
      await securityStreams.noteFailed('siem', { atMs: 4, fault: 'it is full' });
      expect(await securityStreams.readStream('siem')).toEqual({
        ...{ ...begun, failingSinceMs: 3, fault: 'it is full' },
      });
      await securityStreams.noteSent('siem', 5);
      expect(await securityStreams.readStream('siem')).toEqual({ ...begun, sentAtMs: 5 });
    });

    it('has a place in each log, which moves only from where it was', async () => {
      const { securityStreams, log } = store;
      const tenantId = await newTenant(store.access);
      const other = await newTenant(store.access);
      for (const one of [tenantId, other]) await log.append(one, [event, event, event]);
      expect(await positionOf(tenantId, 'siem')).toEqual({ tenantId, next: 0, size: 3 });
      expect(await securityStreams.moveStream(tenantId, 'siem', { from: 1, to: 2 })).toBe(false);
      expect(await securityStreams.moveStream(tenantId, 'siem', { from: 0, to: 2 })).toBe(true);
      expect(await securityStreams.moveStream(tenantId, 'siem', { from: 0, to: 3 })).toBe(false);
      expect(await securityStreams.moveStream(tenantId, 'siem', { from: 2, to: 3 })).toBe(true);
      expect(await positionOf(tenantId, 'siem')).toBeUndefined();
      await log.append(tenantId, [event]);
      expect(await positionOf(tenantId, 'siem')).toEqual({ tenantId, next: 3, size: 4 });
      expect(await positionOf(tenantId, 'second')).toEqual({ tenantId, next: 0, size: 4 });
      expect(await positionOf(other, 'siem')).toEqual({ tenantId: other, next: 0, size: 3 });
    });

    it('begins at a place that it is given once', async () => {
      const { securityStreams, log } = store;
      const tenantId = await newTenant(store.access);
      await log.append(tenantId, [event, event]);
      await securityStreams.placeStream(tenantId, 'late', 2);
      await securityStreams.placeStream(tenantId, 'late', 0);
      expect(await positionOf(tenantId, 'late')).toBeUndefined();
      await log.append(tenantId, [event]);
      expect(await positionOf(tenantId, 'late')).toEqual({ tenantId, next: 2, size: 3 });
    });

    it('lists records with findings by their place, of one tenant, without their content', async () => {
      const { securityStreams, records, log } = store;
      const tenantId = await newTenant(store.access);
      const other = await newTenant(store.access);
      await log.append(tenantId, [event]);
      const message = sampleMessage({ status: 'blocked', band: 'none', findings: [blocked] });
      await records.finishMessage(tenantId, sampleMessage(), nothingElse);
      await records.finishMessage(tenantId, message, nothingElse);
      await records.finishMessage(other, sampleMessage({ findings: [blocked] }), nothingElse);
      const { messageId } = message;
      const found = {
        ...{ leafIndex: 2, findings: [blocked] },
        message: { messageId, status: 'blocked', band: 'none', channel: 'api', policyVersion: 'pol_1' },
      };
      expect(await securityStreams.listFound(tenantId, { from: 0, before: 3 })).toEqual([found]);
      expect(await securityStreams.listFound(tenantId, { from: 0, before: 2 })).toEqual([]);
      expect(await securityStreams.listFound(tenantId, { from: 3, before: 9 })).toEqual([]);
    });
  });
}
