import type { TenantId } from '@avow/foundation';
import type { StoredCheckpoint } from '../checkpoints/log-store.ts';

/** `time_stamp`: by an authority (RFC 3161); `cosignature`: by a witness, who has also seen that the log only grew. */
export type AttestationKind = 'time_stamp' | 'cosignature';

/** What somebody else says of a checkpoint, and when. */
export interface Attestation {
  readonly kind: AttestationKind;
  /** Who: the address of an authority without its scheme, or the name of the key of a witness. */
  readonly source: string;
  /** The size of the checkpoint. */
  readonly size: number;
  /** A token in base64, or the line of a cosignature. */
  readonly proof: string;
  /** The time that it states. */
  readonly atMs: number;
  /** By the clock of this service. */
  readonly receivedAtMs: number;
}

export type AttestationSource = Pick<Attestation, 'kind' | 'source'>;

/** What others have said of the checkpoints of all tenants' logs. What is there is never changed or removed. */
export interface AttestationStore {
  /** Durable when the promise resolves. One of the same source for the same size is left as it is. */
  putAttestation(tenantId: TenantId, attestation: Attestation): Promise<void>;
  /** The one with the largest size; null: there is none. */
  lastAttestation(tenantId: TenantId, source: AttestationSource): Promise<Attestation | null>;
  /** The one with the smallest size that is at least this; null: there is none. */
  firstAttestation(
    tenantId: TenantId,
    source: AttestationSource,
    sizeMin: number,
  ): Promise<Attestation | null>;
}

/** Somebody outside who attests checkpoints. */
export interface Attestor extends AttestationSource {
  /** How much time is between two attestations of a log. */
  readonly everyMs: number;
  /** Throws an AttestationFailure. */
  attest(request: AttestationRequest): Promise<Pick<Attestation, 'proof' | 'atMs'>>;
}

export interface AttestationRequest {
  readonly checkpoint: StoredCheckpoint;
  /** The size of the last checkpoint that this one has attested; 0: none. */
  readonly attestedSize: number;
  /** The consistency proof from the tree of this size to that of the checkpoint. */
  prove(olderSize: number): Promise<readonly Uint8Array[]>;
}

/** Why there is no attestation; a label of a metric. */
export type AttestationFault =
  /** No connection, no answer in time, or a status that says to come back later. */
  | 'unavailable'
  /** It was refused, and will be again. */
  | 'refused'
  /** The answer does not prove what it should, or is nonsense. */
  | 'invalid'
  /** A witness says that it has seen more of the log than there is, or another one. */
  | 'contradicted';

export class AttestationFailure extends Error {
  readonly code: AttestationFault;

  constructor(code: AttestationFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AttestationFailure';
    this.code = code;
  }
}
