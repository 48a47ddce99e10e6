import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signNow,
  verify as verifyNow,
  webcrypto,
} from 'node:crypto';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { fromHex } from './naive-tree.ts';

/** What comes before the 32 bytes of a private key in PKCS #8. */
const privateKeyPrefix = fromHex('302e020100300506032b657004220420');

/** What comes before the 32 bytes of a public key in SPKI. */
const publicKeyPrefix = fromHex('302a300506032b6570032100');

/** A key pair from its 32 bytes of secret, as Node has it. */
export function keyPairOf(secret: Uint8Array) {
  const der = Buffer.concat([privateKeyPrefix, secret]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicDer = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(publicDer.subarray(-32)),
    sign: async (message: Uint8Array) => new Uint8Array(signNow(null, message, privateKey)),
  };
}

/** Verification with WebCrypto. */
export const verify: VerifyEd25519 = async ({ publicKey, message, signature }) => {
  const key = await webcrypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return webcrypto.subtle.verify('Ed25519', key, signature, message);
};

/** Verification with Node, which is several times as fast: it matters for thousands of bundles. */
export const verifyInNode: VerifyEd25519 = async ({ publicKey, message, signature }) => {
  return verifyNow(null, message, keyObjectOf(publicKey), signature);
};

/** A bundle is verified thousands of times with the same keys, and making one takes half as long as using it. */
const keyObjects = new Map<string, KeyObject>();

function keyObjectOf(publicKey: Uint8Array): KeyObject {
  const der = Buffer.concat([publicKeyPrefix, publicKey]);
  const name = der.toString('latin1');
  const known = keyObjects.get(name) ?? createPublicKey({ key: der, format: 'der', type: 'spki' });
  keyObjects.set(name, known);
  return known;
}
