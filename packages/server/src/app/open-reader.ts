import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readerFolder } from '@avow/models';
import type { Config } from '../config/load-config.ts';
import type { Reader } from '../interfaces/reader.ts';
import { openEmbeddedReader } from '../models/embedded/open-embedded-reader.ts';
import type { ReaderEvent } from '../models/embedded/reader-event.ts';

/** The reader that comes with the product; null where the operator wants none, or it was left out of the installation. */
export async function openReader(
  { embeddedReader }: Pick<Config, 'embeddedReader'>,
  options: {
    readonly preload?: boolean;
    readonly processes?: number;
    readonly onEvent?: (event: ReaderEvent) => void;
  } = {},
): Promise<Reader | null> {
  if (embeddedReader === 'off' || !existsSync(new URL('manifest.json', readerFolder))) return null;
  return await openEmbeddedReader({ folder: fileURLToPath(readerFolder), ...options });
}
