import { getCompileCacheDir } from 'node:module';
import { openParentChannel } from '../channel/parent-channel.ts';

/** Where the process finds compiled code, and the names of what its environment holds. */
export interface KeptCode {
  readonly folder: string | null;
  readonly environment: readonly string[];
}

const kept: KeptCode = { folder: getCompileCacheDir() ?? null, environment: Object.keys(process.env) };
openParentChannel().send(kept, () => process.exit());
