import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encoderFolder } from '@avow/models';
import type { Config } from '../config/load-config.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { EncoderEvent } from '../models/embedded/encoder-event.ts';
import { openEmbeddedEncoder } from '../models/embedded/open-embedded-encoder.ts';

/** The encoder that comes with the product; null where the operator wants none, or it was left out of the installation. */
export async function openEncoder(
  { searchByMeaning }: Pick<Config, 'searchByMeaning'>,
  options: {
    readonly preload?: boolean;
    readonly passageProcesses?: number;
    readonly onEvent?: (event: EncoderEvent) => void;
  } = {},
): Promise<Encoder | null> {
  if (searchByMeaning === 'off' || !existsSync(new URL('manifest.json', encoderFolder))) return null;
  return await openEmbeddedEncoder({ folder: fileURLToPath(encoderFolder), ...options });
}
