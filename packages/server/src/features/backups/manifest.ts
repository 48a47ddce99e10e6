import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { InstallationSecret } from './installation-secret.ts';

/** The names of what a target contains. Nothing else is read from one, or removed from it. */
const pieceName = /^pieces\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
const manifestName = /^backups\/(\d{8}T\d{9}Z)\.json$/;
const keysName = /^keys\/[0-9a-f]{32}\.age$/;

export const piecesPrefix = 'pieces/';
export const manifestsPrefix = 'backups/';
export const keysPrefix = 'keys/';
export const ownerName = 'installation.json';

export const nameOfPiece = (hash: string) => `${piecesPrefix}${hash.slice(0, 2)}/${hash}`;
export const nameOfKeys = (id: string) => `${keysPrefix}${id}.age`;
export const nameOfManifest = (id: string) => `${manifestsPrefix}${id}.json`;

/** By the time of the backup, so that they are in its order. */
export const backupIdAt = (atMs: number) => new Date(atMs).toISOString().replaceAll(/[-:.]/g, '');

/** Null: it is not the name of a backup. */
export const backupIdOf = (name: string) => manifestName.exec(name)?.[1] ?? null;

export function isBackupName(name: string): boolean {
  return name === ownerName || [pieceName, manifestName, keysName].some((pattern) => pattern.test(name));
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Below the data folder, and never above it. */
const path = z.string().regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/);
const signedTree = z.object({ size: z.int().min(0), root: hash });

const schema = z.object({
  format: z.literal(2),
  created_at: z.iso.datetime(),
  avow_version: z.string(),
  /** Of the tables. */
  data_version: z.int().min(1),
  /** By the secret that the manifest is authenticated with. */
  installation: hash,
  /** SHA-256 of the public log key. */
  log_key: hash,
  /** Of the master key, which cannot be found from it. */
  master_key: hash,
  files: z.array(z.object({ path, bytes: z.int().min(0), pieces: z.array(hash) })),
  /** The encrypted keys, and which keys they are, for whom; null: they are not in the target. */
  keys: z.object({ name: z.string(), hash, of: hash }).nullable(),
  logs: z.array(signedTree.extend({ tenant_id: z.string() })),
});

/** What a backup consists of, as it is written. */
export type BackupManifest = z.infer<typeof schema>;
export type BackedUpFile = BackupManifest['files'][number];

/**
 * The JSON after its authentication code, so that a backup that somebody has changed, or made up, is not restored. Everything
 * that a backup consists of is named here by its hash.
 */
export function encodeManifest(manifest: BackupManifest, secret: InstallationSecret): Uint8Array {
  const json = JSON.stringify(manifest);
  return Buffer.from(`${codeOf(json, secret).toString('hex')}\n${json}`);
}

/** How a manifest names a master key. */
export const masterKeyPrint = (masterKey: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'avow backup master key', 32)).toString('hex');

/** Not authenticated yet. Null: it is damaged, or from another release. */
export function readBackupManifest(bytes: Uint8Array): BackupManifest | null {
  try {
    return schema.parse(JSON.parse(split(bytes).json));
  } catch {
    return null;
  }
}

export function isAuthentic(bytes: Uint8Array, secret: InstallationSecret): boolean {
  const { code, json } = split(bytes);
  const expected = codeOf(json, secret);
  const found = Buffer.from(code, 'hex');
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function split(bytes: Uint8Array): { readonly code: string; readonly json: string } {
  const text = Buffer.from(bytes).toString();
  const end = text.indexOf('\n');
  return { code: text.slice(0, Math.max(0, end)), json: text.slice(end + 1) };
}

function codeOf(json: string, secret: InstallationSecret): Buffer {
  const key = hkdfSync('sha256', secret, '', 'avow backup manifest', 32);
  return createHmac('sha256', Buffer.from(key)).update(json).digest();
}
