import { createHash } from 'node:crypto';
import { UserError } from '@avow/foundation';
import type { Connection } from '../connection/connection.ts';
import { reachDatabase } from '../connection/reach-database.ts';
import { readSchemaVersion } from '../schema/migrate.ts';
import { installationRole } from '../schema/roles.ts';

/** A key that all nodes must have in common. */
export interface SharedKey {
  readonly name: 'pepper' | 'master key' | 'log key';
  readonly bytes: Uint8Array;
  /** Where this node has it from. */
  readonly origin: string;
}

/** Keys are random: nothing about them can be found from this. */
export function fingerprintOf({ name, bytes }: Pick<SharedKey, 'name' | 'bytes'>): string {
  return createHash('sha256').update(`avow fingerprint of the ${name}\n`).update(bytes).digest('hex');
}

async function withConnection<Value>(
  url: string,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const connection = await reachDatabase(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const enter = (connection: Connection) =>
  connection.query({ sql: "SELECT set_config('role', $1, true)", values: [installationRole] });

/** The fingerprints that are noted, by name. */
export async function readFingerprints(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.exec('SELECT name, fingerprint FROM installation_keys');
  return new Map(rows.map(({ name, fingerprint }) => [String(name), String(fingerprint)]));
}

export async function insertFingerprints(connection: Connection, keys: readonly SharedKey[]): Promise<void> {
  for (const key of keys)
    await connection.query({
      sql: 'INSERT INTO installation_keys (name, fingerprint) VALUES ($1, $2)',
      values: [key.name, fingerprintOf(key)],
    });
}

/** Whether an installation uses this database: its keys exist somewhere, and others must not be created. */
export async function hasInstallation(url: string): Promise<boolean> {
  return await withConnection(url, async (connection) => {
    if ((await readSchemaVersion(connection)) === 0) return false;
    await connection.exec('BEGIN READ ONLY');
    await enter(connection);
    const { size } = await readFingerprints(connection);
    await connection.exec('COMMIT');
    return size > 0;
  });
}

/**
 * Notes the keys of the first node, and refuses a node that has others: it could read nothing, or would sign what nobody
 * accepts.
 */
export async function claimKeys(url: string, keys: readonly SharedKey[]): Promise<void> {
  const found = await withConnection(url, async (connection) => {
    await connection.exec('BEGIN');
    await enter(connection);
    // All at once, so that of two first nodes one has all of its keys noted.
    await connection.exec('LOCK TABLE installation_keys IN SHARE ROW EXCLUSIVE MODE');
    let noted = await readFingerprints(connection);
    if (noted.size === 0) {
      await insertFingerprints(connection, keys);
      noted = await readFingerprints(connection);
    }
    await connection.exec('COMMIT');
    return noted;
  });
  const others = keys.filter((key) => found.get(key.name) !== fingerprintOf(key));
  if (others.length === 0) return;
  const named = others.map(({ name, origin }) => `the ${name} in ${origin}`).join(', ');
  throw new UserError(
    `This node has other keys than the installation in the database: ${named}. All nodes need the same keys: copy them from a node that works, or from a backup.`,
  );
}
