import type { Clock, TenantId } from '@avow/foundation';
import { proveConsistency } from '@avow/ledger-log/tree';
import { createTileHashSource } from '../checkpoints/create-tile-hash-source.ts';
import type { LogStore } from '../checkpoints/log-store.ts';
import {
  type Attestation,
  AttestationFailure,
  type AttestationSource,
  type AttestationStore,
  type Attestor,
} from './attestation.ts';

export interface AttesterDependencies {
  readonly log: Pick<LogStore, 'listLogs' | 'lastCheckpoint' | 'readTile'>;
  readonly attestations: AttestationStore;
  readonly attestors: readonly Attestor[];
  readonly clock: Clock;
  readonly onFailure: (source: AttestationSource, tenantId: TenantId, failure: AttestationFailure) => void;
  /** Called when nothing was left of what had to be attested by this source. */
  readonly onAttested: (source: AttestationSource) => void;
  /** Begins nothing more once it is aborted. */
  readonly signal?: AbortSignal;
}

/** Has checkpoints attested by others. What is still to be attested follows from what is stored, so a restart loses nothing. */
export interface Attester {
  /** Asks for all that is due. It never rejects because of others: failures are reported, and tried again later. */
  attestDue(): Promise<void>;
}

const delayFirstMs = 5000;
const delayMaxMs = 15 * 60_000;
/** After so many failures in a row, others of a round are not tried: a source that is down is not asked for every tenant. */
const failuresMax = 3;

export function createAttester(parts: AttesterDependencies): Attester {
  const rounds = parts.attestors.map((attestor) => createRound(parts, attestor));
  return {
    attestDue: async () => {
      if (rounds.length === 0) return;
      const logs = (await parts.log.listLogs()).filter(({ checkpointSize }) => checkpointSize > 0);
      await Promise.all(rounds.map((round) => round(logs)));
    },
  };
}

/** What this process knows of one log and one source. */
interface Progress {
  attestedSize: number;
  /** Not before this time. */
  dueAtMs: number;
  failures: number;
}

type Logs = Awaited<ReturnType<LogStore['listLogs']>>;

function createRound(parts: AttesterDependencies, attestor: Attestor): (logs: Logs) => Promise<void> {
  const { clock } = parts;
  const known = new Map<TenantId, Progress>();
  const progressOf = async (tenantId: TenantId): Promise<Progress> => {
    const found = known.get(tenantId);
    if (found !== undefined) return found;
    const last = await parts.attestations.lastAttestation(tenantId, sourceOf(attestor));
    const progress = {
      attestedSize: last?.size ?? 0,
      dueAtMs: last === null ? 0 : last.receivedAtMs + attestor.everyMs,
      failures: 0,
    };
    known.set(tenantId, progress);
    return progress;
  };
  /** Null: nothing is due now. */
  const attestLog = async (tenantId: TenantId, size: number): Promise<'attested' | 'failed' | null> => {
    const progress = await progressOf(tenantId);
    if (size <= progress.attestedSize || clock.nowMs() < progress.dueAtMs) return null;
    try {
      const attested = await attestOnce(parts, attestor, tenantId);
      if (attested === null) {
        // Another node was faster.
        known.delete(tenantId);
        return null;
      }
      const dueAtMs = attested.receivedAtMs + attestor.everyMs;
      known.set(tenantId, { attestedSize: attested.size, dueAtMs, failures: 0 });
      return 'attested';
    } catch (error) {
      progress.failures++;
      const delayMs = Math.min(delayMaxMs, delayFirstMs * 2 ** Math.min(progress.failures - 1, 20));
      progress.dueAtMs = clock.nowMs() + delayMs;
      parts.onFailure(attestor, tenantId, asFailure(error));
      return 'failed';
    }
  };
  return async (logs) => {
    let failuresInRow = 0;
    for (const { tenantId, checkpointSize } of logs) {
      if (failuresInRow >= failuresMax || parts.signal?.aborted) return;
      const outcome = await attestLog(tenantId, checkpointSize);
      if (outcome !== null) failuresInRow = outcome === 'failed' ? failuresInRow + 1 : 0;
    }
    const isBehind = logs.some(({ tenantId }) => (known.get(tenantId)?.failures ?? 0) > 0);
    if (failuresInRow === 0 && !isBehind) parts.onAttested(attestor);
  };
}

/** Without what asks: stores are in other threads. */
const sourceOf = ({ kind, source }: Attestor): AttestationSource => ({ kind, source });

const asFailure = (error: unknown): AttestationFailure =>
  error instanceof AttestationFailure
    ? error
    : new AttestationFailure('unavailable', 'the log could not be read or written', { cause: error });

/** Null: it is attested already. */
async function attestOnce(
  { log, attestations, clock }: AttesterDependencies,
  attestor: Attestor,
  tenantId: TenantId,
): Promise<Attestation | null> {
  // Read again, because another node may have been the one that asks until now.
  const last = await attestations.lastAttestation(tenantId, sourceOf(attestor));
  const checkpoint = await log.lastCheckpoint(tenantId);
  if (checkpoint === null || checkpoint.size <= (last?.size ?? 0)) return null;
  if (last !== null && clock.nowMs() < last.receivedAtMs + attestor.everyMs) return null;
  const { size } = checkpoint;
  const tree = createTileHashSource({ store: log, tenantId }, size);
  const attested = await attestor.attest({
    ...{ checkpoint, attestedSize: last?.size ?? 0 },
    prove: (older) => proveConsistency({ older, newer: size }, tree),
  });
  const { kind, source } = attestor;
  const attestation = { kind, source, size, ...attested, receivedAtMs: clock.nowMs() };
  await attestations.putAttestation(tenantId, attestation);
  return attestation;
}
