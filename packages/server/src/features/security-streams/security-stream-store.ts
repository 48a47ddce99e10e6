import type { TenantId } from '@avow/foundation';
import type { GuardrailFinding } from '../records/record-store.ts';
import type { FoundIn } from './events/security-event.ts';

/** A record that guardrails found something in. */
export interface FoundRecord {
  readonly leafIndex: number;
  readonly findings: readonly GuardrailFinding[];
  readonly message: FoundIn;
}

/** How a stream is doing. */
export interface StreamState {
  readonly stream: string;
  readonly startedAtMs: number;
  /** When a collector last took events; null: never. */
  readonly sentAtMs: number | null;
  /** Since when attempts fail; null: the last one succeeded, or there was none. */
  readonly failingSinceMs: number | null;
  /** Why the last attempt failed, in words that quote nobody; null: it did not. */
  readonly fault: string | null;
}

/** How far a stream is in the log of a tenant. */
export interface StreamPosition {
  readonly tenantId: TenantId;
  /** The index of the first entry that the collector has not taken. */
  readonly next: number;
  /** The length of the log. */
  readonly size: number;
}

/**
 * How far streams are. The entries of the log are what is sent, so nothing is queued: a stream only remembers its place in the
 * log of each tenant, and moves on when the collector has taken what came before.
 */
export interface SecurityStreamStore {
  /** Null: it has never run. */
  readStream(stream: string): Promise<StreamState | null>;
  /** Begins a stream; again, it changes nothing. */
  beginStream(stream: string, atMs: number): Promise<void>;
  /** Sets the place at which a stream begins in a log, unless it has one. */
  placeStream(tenantId: TenantId, stream: string, next: number): Promise<void>;
  /** Where it is in each log that goes on after its place. Without a place, a stream begins with the first entry. */
  listBehind(stream: string): Promise<StreamPosition[]>;
  /** False: another process has moved it meanwhile, and nothing changed. */
  moveStream(
    tenantId: TenantId,
    stream: string,
    move: { readonly from: number; readonly to: number },
  ): Promise<boolean>;
  noteSent(stream: string, atMs: number): Promise<void>;
  noteFailed(stream: string, failure: { readonly atMs: number; readonly fault: string }): Promise<void>;
  /** Of the records at these places of the log, those that have findings and still exist, by their place. */
  listFound(
    tenantId: TenantId,
    range: { readonly from: number; readonly before: number },
  ): Promise<FoundRecord[]>;
}
