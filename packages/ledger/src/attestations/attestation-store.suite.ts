import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WitnessedLogStore } from '../witness/witnessed-log.ts';
import type { Attestation, AttestationStore } from './attestation.ts';

/** The stores of what others say of logs, and this installation of logs of others. */
export interface OpenedAttestationStore {
  readonly attestations: AttestationStore;
  readonly witnessed: WitnessedLogStore;
  newTenant(): Promise<TenantId>;
  close(): Promise<void>;
}

const stamp = (size: number, changes: Partial<Attestation> = {}): Attestation => ({
  ...{ kind: 'time_stamp', source: 'tsa.example/tsr', size, proof: `token ${size}` },
  ...{ atMs: 1_760_000_000_000 + size, receivedAtMs: 1_760_000_000_500 + size },
  ...changes,
});

export function describeAttestationStore(name: string, open: () => Promise<OpenedAttestationStore>): void {
  describe(`${name} as a store of attestations`, () => {
    let opened: OpenedAttestationStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => opened.close());

    it('keeps what each source has said of each size, and the first of it', async () => {
      const { attestations } = opened;
      const tenantId = await opened.newTenant();
      expect(await attestations.lastAttestation(tenantId, stamp(0))).toBeNull();
      expect(await attestations.firstAttestation(tenantId, stamp(0), 0)).toBeNull();
      for (const size of [3, 9, 200]) await attestations.putAttestation(tenantId, stamp(size));
      await attestations.putAttestation(tenantId, stamp(9, { proof: 'another', atMs: 5 }));
      await attestations.putAttestation(tenantId, stamp(500, { source: 'other.example' }));
      await attestations.putAttestation(tenantId, stamp(700, { kind: 'cosignature' }));
      expect(await attestations.lastAttestation(tenantId, stamp(0))).toEqual(stamp(200));
      const first = (sizeMin: number) => attestations.firstAttestation(tenantId, stamp(0), sizeMin);
      expect([await first(0), await first(3), await first(4), await first(200)]).toEqual([
        ...[stamp(3), stamp(3)],
        ...[stamp(9), stamp(200)],
      ]);
      expect(await first(201)).toBeNull();
    });

    it('shows a tenant nothing of another', async () => {
      const { attestations } = opened;
      const [one, other] = [await opened.newTenant(), await opened.newTenant()];
      await attestations.putAttestation(one, stamp(4));
      expect(await attestations.lastAttestation(other, stamp(0))).toBeNull();
      await attestations.putAttestation(other, stamp(8));
      expect(await attestations.lastAttestation(one, stamp(0))).toEqual(stamp(4));
    });

    it('keeps the newest checkpoint of a log elsewhere, only after the one that was known', async () => {
      const { witnessed } = opened;
      const origin = `log.example/${await opened.newTenant()}`;
      const at = (size: number) => ({
        ...{ origin, size, root: `${size}`.repeat(4), note: `note ${size}` },
        cosignedAtMs: 1_760_000_000_000 + size,
      });
      expect(await witnessed.readWitnessed(origin)).toBeNull();
      expect(await witnessed.putWitnessed(at(3), 0)).toBe('overtaken');
      expect(await witnessed.putWitnessed(at(3), null)).toBe('kept');
      expect(await witnessed.putWitnessed(at(4), null)).toBe('overtaken');
      // Of several who have verified the same growth, one is the first.
      const raced = await Promise.all([5, 6, 7, 8].map((size) => witnessed.putWitnessed(at(size), 3)));
      expect(raced.filter((outcome) => outcome === 'kept')).toHaveLength(1);
      const size = 5 + raced.indexOf('kept');
      expect(await witnessed.readWitnessed(origin)).toEqual(at(size));
      expect(await witnessed.putWitnessed(at(size), size)).toBe('kept');
    });
  });
}
