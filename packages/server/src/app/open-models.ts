import type { Config } from '../config/load-config.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { GuardModel } from '../interfaces/guard-model.ts';
import type { Reader } from '../interfaces/reader.ts';
import type { Log } from '../log/create-log.ts';
import { openEncoder } from './open-encoder.ts';
import { type GuardModelConfig, openGuardModel } from './open-guard-model.ts';
import { openReader } from './open-reader.ts';

/**
 * The models that come with the product, as far as the operator wants them and they are installed, and the one that the
 * operator has set up for guardrails.
 */
export interface Models {
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  readonly guardModel: GuardModel | null;
  close(): Promise<void>;
}

/** Opens them for serving: loaded at once, and what becomes of their processes is logged. */
export async function openModels(
  config: Pick<Config, 'searchByMeaning' | 'embeddedReader'> & GuardModelConfig,
  log: Log,
): Promise<Models> {
  const logAs =
    (model: string) =>
    ({ kind, ...event }: { readonly kind: string }): void =>
      kind === 'lost' || kind === 'failed'
        ? log.warn({ event: kind, ...event }, model)
        : log.debug({ event: kind, ...event }, model);
  // First, since it has nothing to close should the next one fail.
  const guardModel = await openGuardModel(config);
  const encoder = await openEncoder(config, { preload: true, onEvent: logAs('encoder') });
  if (encoder === null && config.searchByMeaning === 'on')
    log.warn('there is no encoder in this installation: the search goes by words alone');
  const reader = await openReader(config, { preload: true, onEvent: logAs('reader') }).catch(
    async (error: unknown) => {
      await encoder?.close();
      throw error;
    },
  );
  if (reader === null && config.embeddedReader === 'on')
    log.warn('there is no reader in this installation: answers from documents are chosen by their words');
  return {
    encoder,
    reader,
    guardModel,
    close: async () => {
      await Promise.all([encoder?.close(), reader?.close()]);
    },
  };
}
