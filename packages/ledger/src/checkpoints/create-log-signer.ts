import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { TenantId } from '@avow/foundation';
import { LogError } from '@avow/ledger-log';
import {
  type Checkpoint,
  followKeyChanges,
  formatCheckpoint,
  formatKeyChange,
  formatVerifierKey,
  type KeyPeriod,
  makeVerifierKey,
  type NoteSigner,
  namedNextKey,
  openSignedCheckpoint,
  signNote,
  type VerifierKey,
  type VerifyEd25519,
} from '@avow/ledger-log/notes';
import type { TreeHead } from '@avow/ledger-log/tree';
import { sha256Bytes } from './hashing.ts';

/** Signs the checkpoints of all tenants' logs with the one key of the installation. */
export interface LogSigner {
  verifierKey(tenantId: TenantId): Promise<VerifierKey>;
  /** All keys of the log, oldest first. Throws a LogError if this key is not one of them, or a statement is wrong. */
  keys(tenantId: TenantId): Promise<readonly KeyPeriod[]>;
  /** The signed note. It contains no time, so the same tree always gets the same note. */
  sign(tenantId: TenantId, tree: TreeHead): Promise<string>;
  /**
   * The checkpoint in a note. Throws a LogError unless a key of this log signed it while it was the key of the log. The tree
   * must be compared with that of the log: a key that was replaced may have leaked, and signs anything.
   */
  open(tenantId: TenantId, note: string): Promise<Checkpoint>;
  /** Throws a LogError unless this key signs what comes after this checkpoint, the last one of the log. */
  requireNext(tenantId: TenantId, note: string): Promise<void>;
}

/** The statements by which the keys of a log were replaced, oldest first. */
export type ListKeyChanges = (tenantId: TenantId) => Promise<readonly string[]>;

/** The origin of the log, which is also the name of its key. */
export const logOrigin = (tenantId: TenantId): string => `avow/${tenantId}`;

const publicKeyBytes = 32;

const verifyEd25519: VerifyEd25519 = async ({ publicKey, message, signature }) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};

function noteSigner(privateKey: KeyObject) {
  // The raw key is the end of its SPKI encoding.
  const publicKey = new Uint8Array(
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes),
  );
  return async (tenantId: TenantId): Promise<NoteSigner> => ({
    key: await makeVerifierKey({ name: logOrigin(tenantId), publicKey }, sha256Bytes),
    sign: async (message) => sign(null, message, privateKey),
  });
}

export function createLogSigner(privateKey: KeyObject, listKeyChanges?: ListKeyChanges): LogSigner {
  const signerOf = noteSigner(privateKey);
  const verifierKey = async (tenantId: TenantId) => (await signerOf(tenantId)).key;
  const readerOf = (tenantId: TenantId) => ({
    origin: logOrigin(tenantId),
    sha256: sha256Bytes,
    verify: verifyEd25519,
  });
  const keys = async (tenantId: TenantId) =>
    await followKeyChanges(
      await verifierKey(tenantId),
      (await listKeyChanges?.(tenantId)) ?? [],
      readerOf(tenantId),
    );
  const openUnder = (periods: readonly KeyPeriod[], tenantId: TenantId, note: string) =>
    openSignedCheckpoint(periods, Buffer.from(note), readerOf(tenantId));

  return {
    verifierKey,
    keys,
    sign: async (tenantId, { size, root }) => {
      const text = formatCheckpoint({ origin: logOrigin(tenantId), size, root, extensions: [] });
      return signNote({ text, signers: [await signerOf(tenantId)] });
    },
    open: async (tenantId, note) => {
      // Nearly all notes are of the current key: its history is read only for others.
      const current = await followKeyChanges(await verifierKey(tenantId), [], readerOf(tenantId));
      try {
        return await openUnder(current, tenantId, note);
      } catch (error) {
        const isOfOther = error instanceof LogError && error.code === 'signature_missing';
        if (!isOfOther) throw error;
        return await openUnder(await keys(tenantId), tenantId, note);
      }
    },
    requireNext: async (tenantId, note) => {
      const key = await verifierKey(tenantId);
      const current = await followKeyChanges(key, [], readerOf(tenantId));
      await openUnder(current, tenantId, note);
      const next = namedNextKey(note);
      if (next !== null && next !== formatVerifierKey(key))
        throw new LogError('key_not_valid', 'the key of the log was replaced by another');
    },
  };
}

/** The checkpoint by which one key of a log hands over to another, signed by both. */
export async function signKeyChange(
  keys: { readonly previous: KeyObject; readonly next: KeyObject },
  tenantId: TenantId,
  { size, root }: TreeHead,
): Promise<string> {
  const previous = await noteSigner(keys.previous)(tenantId);
  const next = await noteSigner(keys.next)(tenantId);
  const extensions = formatKeyChange({ previous: previous.key, next: next.key });
  const text = formatCheckpoint({ origin: logOrigin(tenantId), size, root, extensions });
  return await signNote({ text, signers: [previous, next] });
}
