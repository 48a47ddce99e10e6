import { systemClock } from '@avow/foundation';
import type { Screener } from '@avow/inference';
import { openScreener } from '../../../app/models/open-embedded-models.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import { composeGuardrails } from '../../policies/compose/compose-guardrails.ts';
import type { OpenScreened, Screened } from '../publication.ts';

export interface LazyScreened {
  readonly screened: OpenScreened;
  close(): Promise<void>;
}

/**
 * For commands: what passages score under the models and rules of this installation. The screener is known at once, and its
 * process is started only if something is to be screened.
 */
export function openLazyScreened(
  config: Config,
  data: DataFolder,
  { processes = 1 }: { readonly processes?: number } = {},
): LazyScreened {
  let screener: Screener | null = null;
  let opened: Promise<Screened> | null = null;
  const open = async (): Promise<Screened> => {
    screener = await openScreener(config, { processes });
    // The others take no part in what is checked of passages.
    const models = { encoder: null, reader: null, guardModel: null, screener };
    return await composeGuardrails({ config, data, clock: systemClock, ...models });
  };
  return {
    screened: () => {
      opened ??= open();
      return opened;
    },
    close: async () => {
      // If it could not be opened, the caller that needed it received the error.
      await opened?.catch(() => undefined);
      await screener?.close();
    },
  };
}
