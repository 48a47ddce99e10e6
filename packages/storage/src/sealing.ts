/** The keys of tenants, what is encrypted under them, and the seals of rows that say who may do what. */

// Keys and secrets of tenants.

export { KeyRing } from './keys/key-ring.ts';
export { keyTables } from './keys/key-tables.ts';
export {
  type LastingSecrets,
  openLasting,
  openLastingSecrets,
  wipeLastingSql,
} from './keys/lasting-secrets.ts';
export {
  findSecretSql,
  type KeptSecret,
  openRecordSecrets,
  type RecordSecrets,
} from './keys/record-secrets.ts';
export { drawSecret, factsSecret, personOf, recordSecretBytes, wrapSecret } from './sealing/record-secret.ts';
export { unwrapKey, wrapKey } from './sealing/tenant-keys.ts';

// Encrypting.

export { deriveKey, hmacSha256 } from './sealing/hmac-sha256.ts';
export { openBytes, openText, sealBytes } from './sealing/seal-bytes.ts';

// Seals of rows.

export {
  contentOf,
  hasOwnSeal,
  rightsOf,
  type Sealed,
  type SealedTable,
  sealOf,
} from './rights/seal-row.ts';
export { prepareSealedReads, prepareSealedRows } from './rights/sealed-rows.ts';
