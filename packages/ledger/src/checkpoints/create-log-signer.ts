import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { TenantId } from '@avow/foundation';
import { type Checkpoint, formatCheckpoint } from '../log/notes/checkpoint.ts';
import { openCheckpoint } from '../log/notes/open-checkpoint.ts';
import { signNote } from '../log/notes/sign-note.ts';
import { makeVerifierKey, type VerifierKey } from '../log/notes/verifier-key.ts';
import type { TreeHead } from '../log/tree/verify-consistency.ts';
import { sha256 } from './hashing.ts';

/** Signs the checkpoints of all tenants' logs with the one key of the installation. */
export interface LogSigner {
  verifierKey(tenantId: TenantId): Promise<VerifierKey>;
  /** The signed note. It contains no time, so the same tree always gets the same note. */
  sign(tenantId: TenantId, tree: TreeHead): Promise<string>;
  /** The checkpoint in a note. Throws a LogError unless this key signed it for this tenant. */
  open(tenantId: TenantId, note: string): Promise<Checkpoint>;
}

/** The origin of the log, which is also the name of its key. */
export const originOf = (tenantId: TenantId): string => `avow/${tenantId}`;

const publicKeyBytes = 32;

export function createLogSigner(privateKey: KeyObject): LogSigner {
  const publicObject = createPublicKey(privateKey);
  // The raw key is the end of its SPKI encoding.
  const publicKey = new Uint8Array(
    publicObject.export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes),
  );
  const verifierKey = (tenantId: TenantId) =>
    makeVerifierKey({ name: originOf(tenantId), publicKey }, sha256);

  return {
    verifierKey,
    sign: async (tenantId, { size, root }) => {
      const text = formatCheckpoint({ origin: originOf(tenantId), size, root, extensions: [] });
      const key = await verifierKey(tenantId);
      const signer = { key, sign: async (message: Uint8Array) => sign(null, message, privateKey) };
      return signNote({ text, signers: [signer] });
    },
    open: async (tenantId, note) =>
      openCheckpoint(Buffer.from(note), {
        origin: originOf(tenantId),
        keys: [await verifierKey(tenantId)],
        verify: async ({ message, signature }) => verify(null, message, publicObject, signature),
      }),
  };
}
