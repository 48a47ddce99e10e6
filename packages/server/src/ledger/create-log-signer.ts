import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  type Checkpoint,
  formatCheckpoint,
  makeVerifierKey,
  openCheckpoint,
  signNote,
  type TreeHead,
  type VerifierKey,
} from '@avow/audit';
import type { TenantId } from '../interfaces/identity.ts';
import { sha256 } from './hashing.ts';

/** Signs the checkpoints of all tenants' logs with the one key of the installation. */
export interface LogSigner {
  verifierKey(tenantId: TenantId): Promise<VerifierKey>;
  /** The note. The same tree gets the same one, whenever it is signed: no time is part of it. */
  sign(tenantId: TenantId, tree: TreeHead): Promise<string>;
  /** What a note says. Throws a LogError unless this key signed it for this tenant. */
  open(tenantId: TenantId, note: string): Promise<Checkpoint>;
}

/** Which log it is, and the name of the key as its readers know it. */
export const originOf = (tenantId: TenantId): string => `avow/${tenantId}`;

const publicKeyBytes = 32;

export function createLogSigner(privateKey: KeyObject): LogSigner {
  const publicObject = createPublicKey(privateKey);
  // The key itself is the end of what stands around it.
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
