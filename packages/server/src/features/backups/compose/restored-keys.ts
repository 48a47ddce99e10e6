import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import type { Config } from '../../../config/load-config.ts';
import { createKeyFile, readKeyFile } from '../../../secrets/key-file.ts';
import { readLogKey } from '../../../secrets/log-key.ts';
import { findMasterKey } from '../../../secrets/master-key.ts';
import { readPepper } from '../../../secrets/pepper.ts';
import type { ListedBackup } from '../backups.ts';
import { type InstallationSecret, installationOf, readSecrets, secretOf } from '../installation-secret.ts';
import { isAuthentic, masterKeyPrint } from '../manifest.ts';
import { type KeyTexts, readKeys } from '../sealed-keys.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { logKeyPrint } from './create-backup.ts';

type KeyPlaces = Pick<
  Config,
  'pepperFile' | 'masterKeyFile' | 'logKeyFile' | 'masterKey' | 'masterKeyUnwrapping'
>;

const named = [
  { part: 'pepper', name: 'pepper', place: 'pepperFile' },
  { part: 'master_key', name: 'master key', place: 'masterKeyFile' },
  { part: 'log_key', name: 'log key', place: 'logKeyFile' },
] as const;

/** The keys of a backup, from where they are configured and from the backup itself. */
export async function findRestoredKeys(
  target: BackupTarget,
  { manifest }: ListedBackup,
  { places, identities }: { readonly places: KeyPlaces; readonly identities: string | null },
): Promise<KeyTexts> {
  if (identities !== null && manifest.keys === null)
    throw new UserError(
      'This backup was made without a recipient, and does not contain the keys: put them back yourself.',
    );
  const sealed =
    identities === null || manifest.keys === null ? null : await readKeys(target, manifest.keys, identities);
  const found: Partial<Record<keyof KeyTexts, string>> = {};
  for (const { part, name, place } of named) {
    const isGiven = part === 'master_key' && places.masterKey !== null;
    const origin = isGiven ? 'AVOW_MASTER_KEY' : places[place];
    const here = isGiven ? places.masterKey : await readKeyFile({ path: places[place], name });
    const inBackup = sealed?.[part] ?? null;
    if (here !== null && inBackup !== null && here !== inBackup)
      throw new UserError(
        `The ${name} in ${origin} is not the one of this backup: move it away, or correct it.`,
      );
    const text = here ?? inBackup;
    if (text === null)
      throw new UserError(
        `The ${name} is missing: ${manifest.keys === null ? `put it back as ${origin}` : `give the identity that opens the keys of this backup with --identity, or put it back as ${origin}`}.`,
      );
    found[part] = text;
  }
  return found as KeyTexts;
}

/** Writes the keys into a folder, and returns where they are. */
export async function putKeys(texts: KeyTexts, places: KeyPlaces): Promise<void> {
  for (const { part, name, place } of named) {
    // Elsewhere it is configured already.
    const isElsewhere = places.masterKey !== null || places.masterKeyUnwrapping !== null;
    if (part === 'master_key' && isElsewhere) continue;
    await createKeyFile({ path: places[place], name }, texts[part]);
  }
}

export const placesIn = (folder: string): KeyPlaces => ({
  pepperFile: join(folder, 'pepper.key'),
  masterKeyFile: join(folder, 'master.key'),
  logKeyFile: join(folder, 'log.key'),
  masterKey: null,
  masterKeyUnwrapping: null,
});

const whose = 'This backup was made by another installation than the one that';

/**
 * Throws unless the backup was made by an installation that the identity knows, and is as it was written. Before anything in
 * it is opened: anyone who knows the recipient can encrypt keys to it.
 */
export function requireKnown({ manifest, written }: ListedBackup, identities: string): void {
  const secrets = readSecrets(identities);
  if (secrets.length === 0)
    throw new UserError(
      'The identity file does not say whose backups it opens, so a forged one would not be recognised. Nothing was restored. Where the installation still exists, add it with "avow backup --add-to-identity FILE". If it is lost, open the keys of the backup with age yourself, and put them back as the guide describes.',
    );
  const secret = secrets.find((known) => installationOf(known) === manifest.installation);
  if (secret === undefined) throw new UserError(`${whose} the identity was made for. Nothing was restored.`);
  requireUnchanged(written, secret);
}

function requireUnchanged(written: Uint8Array, secret: InstallationSecret): void {
  if (!isAuthentic(written, secret))
    throw new UserError(
      'The description of this backup was changed, or was not written by this installation. Nothing was restored. An earlier backup can be chosen with --at.',
    );
}

export interface AuthenticBackup {
  readonly logKey: KeyObject;
  readonly secret: InstallationSecret;
}

/** Throws unless the backup was made by the installation that has these keys, and is as it was written. */
export async function requireAuthentic(
  { manifest, written }: ListedBackup,
  places: KeyPlaces,
): Promise<AuthenticBackup> {
  const pepper = await readPepper(places.pepperFile);
  const [logKey, masterKey] = [await readLogKey(places.logKeyFile), await findMasterKey(places)];
  if (pepper === null || logKey === null || masterKey === null) throw new Error('a key has disappeared');
  const secret = secretOf(pepper);
  if (installationOf(secret) !== manifest.installation)
    throw new UserError(`${whose} these keys belong to: the pepper is another. Nothing was restored.`);
  requireUnchanged(written, secret);
  if (logKeyPrint(logKey) !== manifest.log_key)
    throw new UserError(
      'The log key is not that of this backup, which is from before or after it was replaced. Restore it with the key of that time.',
    );
  if (masterKeyPrint(masterKey) !== manifest.master_key)
    throw new UserError(
      'The master key is not that of this backup, which is from before or after it was replaced. Restore it with the key of that time.',
    );
  return { logKey, secret };
}
