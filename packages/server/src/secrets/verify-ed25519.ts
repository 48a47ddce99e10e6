import { createPublicKey, verify } from 'node:crypto';
import type { VerifyEd25519 } from '@avow/ledger-log/notes';

/** The DER prefix of a raw Ed25519 key (RFC 8410). */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether a raw public key made this signature. */
export const verifyEd25519: VerifyEd25519 = async ({ publicKey, message, signature }) => {
  const der = Buffer.concat([keyPrefix, publicKey]);
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
};
