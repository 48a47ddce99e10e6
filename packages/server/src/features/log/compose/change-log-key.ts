import { createPublicKey, type KeyObject } from 'node:crypto';
import { dirname } from 'node:path';
import { systemClock, type TenantId, UserError } from '@avow/foundation';
import { syncToDisk } from '@avow/foundation/files';
import { createLogSigner, keyChangeEvent, type LogSigner, signKeyChange } from '@avow/ledger';
import { LogError } from '@avow/ledger-log';
import { formatVerifierKey, isSameKey } from '@avow/ledger-log/notes';
import { isFull } from '@avow/storage/threads';
import { openCommandLog } from '../../../app/open-command-log.ts';
import { type DataFolderSettings, openDataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import { createLogKey, readLogKey } from '../../../secrets/log-key.ts';
import type { HandedOverLog, LogHandOver } from '../store/hand-over-logs.ts';
import { openKeyChange } from './open-key-change.ts';

export type LogKeySettings = DataFolderSettings & Pick<Config, 'anchorDir'>;

/** `already`: every log was already handed over to the new key. `nothing`: there is no log yet. */
export type LogKeyChange =
  | { readonly kind: 'changed'; readonly logs: number; readonly isKeyMade: boolean }
  | { readonly kind: 'already'; readonly logs: number }
  | { readonly kind: 'nothing' };

const unchanged = 'Nothing was changed.';

/**
 * Hands all logs over to the key in `newFile`, which is created if it does not exist. All logs are handed over in one commit,
 * and neither file is changed: if it is interrupted at any point, one of the two keys is that of all logs, and the same call
 * completes the change, or finds it complete.
 */
export async function changeLogKey(settings: LogKeySettings, newFile: string): Promise<LogKeyChange> {
  const { pepperFile, masterKeyFile, logKeyFile } = settings;
  if ([pepperFile, masterKeyFile].includes(newFile))
    throw new UserError(`${newFile} is another key of this installation. ${unchanged}`);
  const found = await readLogKey(newFile);
  const logs = await listLogs(settings);
  if (logs.length === 0) return { kind: 'nothing' };
  const signed = logs.filter(({ note }) => note !== null);
  const previous = await readLogKey(logKeyFile);
  const isSame = found !== null && (previous?.equals(found) ?? false);
  if (found !== null && !isSame && signed.length > 0 && (await isKeyOf(signed, createLogSigner(found)))) {
    await finish(settings, newFile);
    return { kind: 'already', logs: signed.length };
  }
  if (previous === null) throw new UserError(`The log key file ${logKeyFile} is missing. ${unchanged}`);
  if (isSame)
    throw new UserError(
      `${newFile} already holds the current log key. ${unchanged} For a new key, name a file that does not exist yet.`,
    );
  const next = found ?? (await createLogKey(newFile));
  // A file that was just written may not be on the disk yet, and without its key no log can be continued.
  for (const path of [newFile, dirname(newFile)]) await syncToDisk(path);
  await prepare(settings, next);
  const count = await handOver(settings, { previous, next });
  await finish(settings, newFile);
  return { kind: 'changed', logs: count, isKeyMade: found === null };
}

async function listLogs(settings: LogKeySettings): Promise<readonly HandedOverLog[]> {
  const keys = await openKeyChange(settings);
  try {
    return keys.listLogs();
  } finally {
    keys.close();
  }
}

async function isKeyOf(logs: readonly HandedOverLog[], signer: LogSigner): Promise<boolean> {
  for (const { tenantId, note } of logs) {
    if (note === null || !(await isCurrent(signer, tenantId, note))) return false;
  }
  return true;
}

async function isCurrent(signer: LogSigner, tenantId: TenantId, note: string): Promise<boolean> {
  try {
    await signer.requireNext(tenantId, note);
    return true;
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
}

/** Verifies that each log extends all that was signed, signs what is left, and refuses a key that a log had before. */
async function prepare(settings: LogKeySettings, next: KeyObject): Promise<void> {
  const nextSigner = createLogSigner(next);
  await withLog(settings, async ({ signer, checkpointer }, tenantIds) => {
    if (!(await checkpointer.signGrown()))
      throw new UserError(`A log could not be signed with the current key. ${unchanged}`);
    for (const tenantId of tenantIds) {
      const nextKey = await nextSigner.verifierKey(tenantId);
      const keys = await signer.keys(tenantId);
      if (keys.some(({ key }) => isSameKey(key, nextKey)))
        throw new UserError(`The new key has signed the log of ${tenantId} before. ${unchanged}`);
    }
  });
}

async function handOver(
  settings: LogKeySettings,
  { previous, next }: { readonly previous: KeyObject; readonly next: KeyObject },
): Promise<number> {
  const previousSigner = createLogSigner(previous);
  const nextSigner = createLogSigner(next);
  const textOf = async (signer: LogSigner, tenantId: TenantId) =>
    formatVerifierKey(await signer.verifierKey(tenantId));
  const change: LogHandOver = {
    atMs: systemClock.nowMs(),
    publicKey: createPublicKey(next).export({ format: 'der', type: 'spki' }),
    isCurrent: (tenantId, note) => isCurrent(previousSigner, tenantId, note),
    eventOf: async (tenantId, atMs) =>
      keyChangeEvent(
        { previous: await textOf(previousSigner, tenantId), next: await textOf(nextSigner, tenantId) },
        atMs,
      ),
    sign: (tenantId, tree) => signKeyChange({ previous, next }, tenantId, tree),
  };
  const keys = await openKeyChange(settings);
  try {
    return await keys.handOver(change);
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`${error.message} ${unchanged}`, { cause: error });
    if (isFull(error))
      throw new UserError(`There is no room left on the disk. ${unchanged}`, { cause: error });
    throw error;
  } finally {
    keys.close();
  }
}

/** Verifies the logs under the new key, and anchors the statements. */
async function finish(settings: LogKeySettings, newFile: string): Promise<void> {
  await withLog({ ...settings, logKeyFile: newFile }, async () => undefined);
}

async function withLog(
  settings: LogKeySettings,
  work: (log: ReturnType<typeof openCommandLog>, tenantIds: readonly TenantId[]) => Promise<void>,
): Promise<void> {
  const data = await openDataFolder(settings);
  const log = openCommandLog(settings, data);
  try {
    await log.prove();
    await work(
      log,
      (await data.store.log.listLogs()).map(({ tenantId }) => tenantId),
    );
  } finally {
    await log.close();
    await data.close();
  }
}
