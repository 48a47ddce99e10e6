import { type KeyObject, sign } from 'node:crypto';
import type { Clock } from '@avow/foundation';
import { LogError } from '@avow/ledger-log';
import { formatNote, parseNote, type VerifierKey, type VerifyEd25519 } from '@avow/ledger-log/notes';
import { cosign, parseAddCheckpoint, parseSignatureLines, type WitnessKey } from '@avow/ledger-log/witnesses';
import { fromHex, toHex } from '../checkpoints/hashing.ts';
import { type CheckpointJudgement, judgeCheckpoint } from './judge-checkpoint.ts';
import type { WitnessedLog, WitnessedLogStore } from './witnessed-log.ts';

/** A log elsewhere whose checkpoints are cosigned. */
export interface KnownLog {
  readonly origin: string;
  readonly keys: readonly VerifierKey[];
}

export type WitnessAnswer =
  /** The lines of the cosignatures. */
  | { readonly kind: 'cosigned'; readonly lines: string }
  /** The request is not one. */
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'unknown_log' }
  | Exclude<CheckpointJudgement, { readonly kind: 'consistent' }>;

/** Cosigns checkpoints of known logs, each of which must extend the one before (tlog-witness). */
export interface Witness {
  readonly key: WitnessKey;
  /** The body of a request to cosign. */
  addCheckpoint(body: Uint8Array): Promise<WitnessAnswer>;
  /** The newest checkpoint of a log that was cosigned, by the SHA-256 of its origin in hexadecimal; null: there is none. */
  newest(originHash: string): Promise<WitnessedLog | null>;
}

export interface WitnessDependencies {
  readonly store: WitnessedLogStore;
  readonly key: WitnessKey;
  readonly privateKey: KeyObject;
  /** By their origins. */
  readonly logs: ReadonlyMap<string, KnownLog>;
  readonly clock: Clock;
  readonly verify: VerifyEd25519;
  readonly hashOrigin: (origin: string) => string;
}

export function createWitness(parts: WitnessDependencies): Witness {
  const origins = new Map([...parts.logs.keys()].map((origin) => [parts.hashOrigin(origin), origin]));
  return {
    key: parts.key,
    addCheckpoint: async (body) => {
      try {
        return await answer(parts, body);
      } catch (error) {
        if (error instanceof LogError) return { kind: 'malformed', why: error.message };
        throw error;
      }
    },
    newest: async (originHash) => {
      const origin = origins.get(originHash);
      return origin === undefined ? null : await parts.store.readWitnessed(origin);
    },
  };
}

/** A first line that no log can have is the origin of none. */
const originOf = (text: string) => text.slice(0, text.indexOf('\n'));

async function answer(parts: WitnessDependencies, body: Uint8Array): Promise<WitnessAnswer> {
  const { store, logs, key, privateKey, clock, verify } = parts;
  const request = parseAddCheckpoint(body);
  const { text, signatures } = parseNote(request.note);
  const log = logs.get(originOf(text));
  if (log === undefined) return { kind: 'unknown_log' };
  const last = await store.readWitnessed(log.origin);
  const newest = last === null ? null : { size: last.size, root: fromHex(last.root) };
  const judged = await judgeCheckpoint(request, { ...log, newest, verify });
  if (judged.kind !== 'consistent') return judged;
  const nowMs = clock.nowMs();
  const line = await cosign(text, {
    ...{ key, atSeconds: Math.floor(nowMs / 1000) },
    sign: async (message) => sign(null, message, privateKey),
  });
  const { size, root } = judged.tree;
  const own = signatures.filter(({ keyName, keyId }) =>
    log.keys.some(({ name, id }) => name === keyName && id === keyId),
  );
  // Without what strangers may have added.
  const note = formatNote({ text, signatures: [...own, ...parseSignatureLines(line)] });
  const witnessed = { origin: log.origin, size, root: toHex(root), note, cosignedAtMs: nowMs };
  // Nobody gets the cosignature unless this was the next one: otherwise two histories could be cosigned.
  if ((await store.putWitnessed(witnessed, last?.size ?? null)) === 'kept')
    return { kind: 'cosigned', lines: line };
  const overtaken = await store.readWitnessed(log.origin);
  return { kind: 'conflict', size: overtaken?.size ?? 0 };
}
