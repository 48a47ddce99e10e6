import { createPublicKey, type KeyObject } from 'node:crypto';
import { UserError } from '@avow/foundation';
import type { SharedKey } from '@avow/storage/nodes';
import type { Config } from '../config/load-config.ts';
import { createLogKey, readLogKey } from '../secrets/log-key.ts';
import { createMasterKey, findMasterKey, requireUnwrapped } from '../secrets/master-key.ts';
import { createPepper, readPepper } from '../secrets/pepper.ts';
import { type InstallationPlace, isInstalled, mayBeEncrypted } from './installation-state.ts';

export type KeySettings = InstallationPlace &
  Pick<Config, 'pepperFile' | 'masterKey' | 'masterKeyFile' | 'masterKeyUnwrapping' | 'logKeyFile'>;

export interface InstallationKeys {
  readonly pepper: KeyObject;
  /** Signs checkpoints of the log. */
  readonly logKey: KeyObject;
  readonly masterKey: Uint8Array;
}

/** Reads the keys of an installation; those of a new one are created. */
export async function openKeys(settings: KeySettings): Promise<InstallationKeys> {
  const pepper = (await readPepper(settings.pepperFile)) ?? (await firstPepper(settings));
  // Created before the first record, so that a folder with encrypted records always has both keys.
  const logKey = (await readLogKey(settings.logKeyFile)) ?? (await firstLogKey(settings));
  const masterKey = (await findMasterKey(settings)) ?? (await firstMasterKey(settings));
  return { pepper, logKey, masterKey };
}

const restore = ({ databaseUrl }: InstallationPlace) =>
  databaseUrl === null ? 'restore it from a backup' : 'copy it from another node, or from a backup';

/** With a new pepper, no existing API key would work, without any explanation. */
async function firstPepper(settings: KeySettings): Promise<KeyObject> {
  const { pepperFile } = settings;
  if (await isInstalled(settings)) {
    throw new UserError(
      `The pepper file ${pepperFile} is missing. No key can be checked without it: ${restore(settings)}.`,
    );
  }
  return await createPepper(pepperFile);
}

/** A new master key could not open records that are encrypted under another, so it is created only if there are none. */
async function firstMasterKey(settings: KeySettings): Promise<Uint8Array> {
  const { masterKeyFile } = settings;
  if (await mayBeEncrypted(settings)) {
    throw new UserError(
      `The master key file ${masterKeyFile} is missing. No content can be read without it: ${restore(settings)}, or set AVOW_MASTER_KEY or AVOW_MASTER_KEY_FILE.`,
    );
  }
  requireUnwrapped(masterKeyFile, settings.masterKeyUnwrapping);
  return await createMasterKey(masterKeyFile);
}

/** With another key, verifiers that know the first would not accept the log any more. */
async function firstLogKey(settings: KeySettings): Promise<KeyObject> {
  const { logKeyFile } = settings;
  if (await mayBeEncrypted(settings)) {
    throw new UserError(
      `The log key file ${logKeyFile} is missing. The log cannot be continued with another key: ${restore(settings)}, or set AVOW_LOG_KEY_FILE.`,
    );
  }
  return await createLogKey(logKeyFile);
}

/** The keys as all nodes must have them. */
export function sharedKeys(settings: KeySettings, keys: InstallationKeys): readonly SharedKey[] {
  const publicKey = createPublicKey(keys.logKey).export({ format: 'der', type: 'spki' });
  return [
    { name: 'pepper', bytes: keys.pepper.export(), origin: settings.pepperFile },
    {
      name: 'master key',
      bytes: keys.masterKey,
      origin: settings.masterKey === null ? settings.masterKeyFile : 'AVOW_MASTER_KEY',
    },
    { name: 'log key', bytes: publicKey, origin: settings.logKeyFile },
  ];
}
