import type { Config } from '../config/load-config.ts';
import type { CheckGate } from '../interfaces/evaluations.ts';
import type { ModelsSettings } from '../interfaces/model-settings.ts';
import type { WholeSearch } from '../knowledge/keep-search-whole.ts';
import type { Log } from '../log/create-log.ts';
import type { DataFolder } from './open-data-folder.ts';
import { type OpenedEvaluations, openEvaluations } from './open-evaluations.ts';

export interface LateGate {
  readonly checkGate: CheckGate;
  close(): Promise<void>;
}

/** For whoever publishes without a service: models are opened only where a pack has a gate. */
export function openGateLater({
  data,
  whole,
  languageModels,
  ...parts
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly whole: () => WholeSearch;
  readonly languageModels: () => ModelsSettings;
  readonly log: Log;
}): LateGate {
  let opened: Promise<OpenedEvaluations> | null = null;
  return {
    checkGate: async (tenantId, wish) => {
      const gate = await data.store.golden.getGate(tenantId, wish.staged.pack.packId);
      if (gate === null) return { kind: 'open', note: '' };
      opened ??= openEvaluations({ ...parts, data, whole: whole(), languageModels: languageModels() });
      return await (await opened).checkGate(tenantId, wish);
    },
    close: async () => {
      // Where it could not be opened, whoever needed it was told so.
      await (await opened?.catch(() => null))?.close();
    },
  };
}
