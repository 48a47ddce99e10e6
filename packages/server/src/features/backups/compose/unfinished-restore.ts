import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import type { Config } from '../../../config/load-config.ts';

/** Exists while a restore works on the data folder, and after it was interrupted. */
export const restoringFolder = 'restoring';

function isRestoreUnfinished({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return existsSync(join(dataDir, restoringFolder));
}

/** A part of an installation would look like a new one, or like one that has lost its index. */
export function refuseUnfinishedRestore(place: Pick<Config, 'dataDir'>): void {
  if (!isRestoreUnfinished(place)) return;
  throw new UserError(
    `A restore into ${place.dataDir} has not been completed: run the same "avow restore" again. It begins anew.`,
  );
}
