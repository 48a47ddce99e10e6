import { dirname } from 'node:path';
import { systemClock, UserError } from '@avow/foundation';
import { syncToDisk } from '@avow/foundation/files';
import { isFull } from '@avow/storage/threads';
import {
  createMasterKey,
  findMasterKey,
  type MasterKeyPlace,
  readMasterKey,
  requireUnwrapped,
} from '../../../secrets/master-key.ts';
import type { KeyChange } from '../store/key-change/key-change.ts';

export interface MasterKeySettings extends MasterKeyPlace {
  readonly pepperFile: string;
  readonly logKeyFile: string;
}

/** `already`: every key was already wrapped under the new one. `nothing`: no tenant has a key yet, and none was created. */
export type MasterKeyChange =
  | { readonly kind: 'changed'; readonly tenants: number; readonly isKeyMade: boolean }
  | { readonly kind: 'already'; readonly tenants: number }
  | { readonly kind: 'nothing' };

/**
 * Wraps the keys of all tenants under the master key in `newFile`, which is created if it does not exist. If it is
 * interrupted at any point, one of the two master keys opens everything, neither file was changed, and the same call
 * completes it. `open` opens the keys of an installation that exists, while nobody else uses them.
 */
export async function changeMasterKey(
  settings: MasterKeySettings,
  newFile: string,
  open: () => Promise<KeyChange>,
): Promise<MasterKeyChange> {
  if ([settings.pepperFile, settings.logKeyFile].includes(newFile))
    throw new UserError(`${newFile} is another key of this installation. ${unchanged}`);
  const keys = await open().catch((error: unknown) => {
    throw error instanceof UserError
      ? new UserError(`${error.message} ${unchanged}`, { cause: error })
      : error;
  });
  try {
    return await change(keys, settings, newFile);
  } finally {
    keys.close();
  }
}

const unchanged = 'Nothing was changed.';

async function change(
  keys: KeyChange,
  settings: MasterKeySettings,
  newFile: string,
): Promise<MasterKeyChange> {
  const oldKey = await findMasterKey(settings);
  const found = await readMasterKey(newFile, settings.masterKeyUnwrapping);
  const { underOld, underNew, underNeither } = keys.survey({ old: oldKey, new: found });
  const tenants = underOld + underNew + underNeither;
  if (tenants === 0) return { kind: 'nothing' };
  const isSame = oldKey !== null && found !== null && Buffer.from(oldKey).equals(found);
  if (underNew === tenants && !isSame) {
    // A previous run may have ended before this step.
    emptyWal(keys, newFile);
    return { kind: 'already', tenants };
  }
  const oldName = settings.masterKey === null ? settings.masterKeyFile : 'AVOW_MASTER_KEY';
  if (oldKey === null) throw new UserError(`The master key file ${oldName} is missing. ${unchanged}`);
  if (underNeither > 0)
    throw new UserError(`${explainUnopened({ oldName, underNeither, tenants })} ${unchanged}`);
  if (isSame)
    throw new UserError(
      `${newFile} already holds the current master key. ${unchanged} For a new key, name a file that does not exist yet.`,
    );
  if (found === null) requireUnwrapped(newFile, settings.masterKeyUnwrapping);
  const newKey = found ?? (await createMasterKey(newFile));
  // A file that was just written may not be on the disk yet, and whatever is wrapped under its key is lost without it.
  for (const path of [newFile, dirname(newFile)]) await syncToDisk(path);
  try {
    keys.rewrap({ old: oldKey, new: newKey }, systemClock.nowMs());
  } catch (error) {
    throw rewrapFault(error, { oldName, newFile });
  }
  emptyWal(keys, newFile);
  return { kind: 'changed', tenants, isKeyMade: found === null };
}

function explainUnopened({
  oldName,
  underNeither,
  tenants,
}: {
  readonly oldName: string;
  readonly underNeither: number;
  readonly tenants: number;
}): string {
  return underNeither === tenants
    ? `The master key in ${oldName} is not the one that the records here are sealed under.`
    : `${underNeither} of the ${tenants} keys of tenants cannot be opened with the master key in ${oldName}: they are damaged. "avow audit verify" names them; restore them from a backup.`;
}

function rewrapFault(
  error: unknown,
  { oldName, newFile }: { readonly oldName: string; readonly newFile: string },
): UserError {
  const words = isFull(error)
    ? `There is no room left on the disk. ${unchanged} The master key in ${oldName} opens everything, as before. Make room, then run the same command again.`
    : `The keys could not be written (${error instanceof Error ? error.message : String(error)}). Either ${oldName} or ${newFile} opens everything: keep both, and run the same command again. It goes on from there, or says that it is done.`;
  return new UserError(words, { cause: error });
}

function emptyWal(keys: KeyChange, newFile: string): void {
  try {
    keys.emptyWal();
  } catch (error) {
    throw new UserError(
      `The master key in ${newFile} opens everything now, but a file of the data folder still holds keys that open with the old one. Make sure that the disk has room, and run the same command again.`,
      { cause: error },
    );
  }
}
