import type { TenantId } from '@avow/foundation';
import type { WitnessedLog, WitnessedLogStore } from '../../witness/witnessed-log.ts';
import type { Attestation, AttestationSource, AttestationStore } from '../attestation.ts';

export interface MemoryAttestationStore extends AttestationStore, WitnessedLogStore {
  list(tenantId: TenantId): readonly Attestation[];
}

export function createMemoryAttestationStore(): MemoryAttestationStore {
  const stored = new Map<TenantId, Attestation[]>();
  const witnessed = new Map<string, WitnessedLog>();
  const listOf = (tenantId: TenantId, { kind, source }: AttestationSource) =>
    (stored.get(tenantId) ?? [])
      .filter((one) => one.kind === kind && one.source === source)
      .sort((one, other) => one.size - other.size);
  return {
    list: (tenantId) => stored.get(tenantId) ?? [],
    putAttestation: async (tenantId, attestation) => {
      if (listOf(tenantId, attestation).some(({ size }) => size === attestation.size)) return;
      stored.set(tenantId, [...(stored.get(tenantId) ?? []), attestation]);
    },
    lastAttestation: async (tenantId, source) => listOf(tenantId, source).at(-1) ?? null,
    firstAttestation: async (tenantId, source, sizeMin) =>
      listOf(tenantId, source).find(({ size }) => size >= sizeMin) ?? null,
    readWitnessed: async (origin) => witnessed.get(origin) ?? null,
    putWitnessed: async (log, after) => {
      if ((witnessed.get(log.origin)?.size ?? null) !== after) return 'overtaken';
      witnessed.set(log.origin, log);
      return 'kept';
    },
  };
}
