import type { Log } from '@avow/foundation/log';
import type { ModelsSettings } from '@avow/inference';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import type { CheckGate } from '../evaluation.ts';
import type { OpenedEvaluations, openEvaluations } from './open-evaluations.ts';

export interface LazyGate {
  readonly checkGate: CheckGate;
  close(): Promise<void>;
}

/**
 * For publications without a service: models are opened, and the code that answers questions is loaded, only if a pack has a
 * gate.
 */
export function openLazyGate({
  data,
  packSearch,
  languageModels,
  ...parts
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly packSearch: () => SelfRepairingSearch;
  readonly languageModels: () => ModelsSettings;
  readonly log: Log;
}): LazyGate {
  let opened: Promise<OpenedEvaluations> | null = null;
  return {
    checkGate: async (tenantId, publication) => {
      const gate = await data.store.golden.getGate(tenantId, publication.staged.pack.packId);
      if (gate === null) return { kind: 'open', note: '' };
      opened ??= loadEvaluations({
        ...parts,
        data,
        packSearch: packSearch(),
        languageModels: languageModels(),
      });
      return await (await opened).checkGate(tenantId, publication);
    },
    close: async () => {
      // If it could not be opened, the caller that needed it received the error.
      await (await opened?.catch(() => null))?.close();
    },
  };
}

async function loadEvaluations(
  ...parts: Parameters<typeof openEvaluations>
): ReturnType<typeof openEvaluations> {
  return await (await import('./open-evaluations.ts')).openEvaluations(...parts);
}
