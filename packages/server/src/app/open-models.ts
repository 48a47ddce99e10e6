import type { Config } from '../config/load-config.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { Reader } from '../interfaces/reader.ts';
import type { Log } from '../log/create-log.ts';
import { openEncoder } from './open-encoder.ts';
import { openReader } from './open-reader.ts';

/** The models that come with the product, as far as the operator wants them and they are installed. */
export interface Models {
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  close(): Promise<void>;
}

/** Opens them for serving: loaded at once, and what becomes of their processes is logged. */
export async function openModels(
  config: Pick<Config, 'searchByMeaning' | 'embeddedReader'>,
  log: Log,
): Promise<Models> {
  const logAs =
    (model: string) =>
    ({ kind, ...event }: { readonly kind: string }): void =>
      kind === 'lost' || kind === 'failed'
        ? log.warn({ event: kind, ...event }, model)
        : log.debug({ event: kind, ...event }, model);
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
    close: async () => {
      await Promise.all([encoder?.close(), reader?.close()]);
    },
  };
}
