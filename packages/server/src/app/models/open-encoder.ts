import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Encoder, EncoderEvent } from '@avow/inference';
import { openEmbeddedEncoder } from '@avow/inference';
import { encoderFolder } from '@avow/weights';
import type { Config } from '../../config/load-config.ts';

/** The encoder that ships with the product; null if it is turned off or not installed. */
export async function openEncoder(
  { searchByMeaning }: Pick<Config, 'searchByMeaning'>,
  options: {
    readonly preload?: boolean;
    readonly passageProcesses?: number;
    readonly preparedFolder?: string;
    readonly onEvent?: (event: EncoderEvent) => void;
  } = {},
): Promise<Encoder | null> {
  if (searchByMeaning === 'off' || !existsSync(new URL('manifest.json', encoderFolder))) return null;
  return await openEmbeddedEncoder({ folder: fileURLToPath(encoderFolder), ...options });
}
