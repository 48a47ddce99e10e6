import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { UserError } from '@avow/foundation';
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Below the data folder, and never above it. */
const path = z.string().regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/);
const signedTree = z.object({ size: z.int().min(0), root: hash });

const schema = z.object({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  avow_version: z.string(),
  /** Of the tables. */
  data_version: z.int().min(1),
  /** SHA-256 of the public log key. */
  installation: hash,
  files: z.array(z.object({ path, bytes: z.int().min(0), pieces: z.array(hash) })),
  /** The encrypted keys; null: they are not in the target. */
  keys: z.object({ name: z.string(), hash }).nullable(),
  logs: z.array(signedTree.extend({ tenant_id: z.string() })),
});

/** What a backup consists of, as it is written. */
export type BackupManifest = z.infer<typeof schema>;
export type BackedUpFile = BackupManifest['files'][number];

/** The JSON after its authentication code, so that a backup that somebody has changed is not restored. */
export function encodeManifest(manifest: BackupManifest, masterKey: Uint8Array): Uint8Array {
  const json = JSON.stringify(manifest);
  return Buffer.from(`${codeOf(json, masterKey).toString('hex')}\n${json}`);
}

/** Not authenticated yet: the keys that it names may be needed for that. */
export function readManifest(bytes: Uint8Array): BackupManifest {
  const json = split(bytes).json;
  try {
    return schema.parse(JSON.parse(json));
  } catch (error) {
    throw new UserError('The description of the backup is damaged, or from a newer release.', {
      cause: error,
    });
  }
}

export function isAuthentic(bytes: Uint8Array, masterKey: Uint8Array): boolean {
  const { code, json } = split(bytes);
  const expected = codeOf(json, masterKey);
  const found = Buffer.from(code, 'hex');
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function split(bytes: Uint8Array): { readonly code: string; readonly json: string } {
  const text = Buffer.from(bytes).toString();
  const end = text.indexOf('\n');
  return { code: text.slice(0, Math.max(0, end)), json: text.slice(end + 1) };
}

function codeOf(json: string, masterKey: Uint8Array): Buffer {
  const key = hkdfSync('sha256', masterKey, '', 'avow backup manifest', 32);
  return createHmac('sha256', Buffer.from(key)).update(json).digest();
}
