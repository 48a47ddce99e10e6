import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EmbeddedReaderOptions, openEmbeddedReader, type Reader } from '@avow/inference';
import { readerFolder } from '@avow/weights';
import type { Config } from '../../config/load-config.ts';

/** The reader that ships with the product; null if it is turned off or not installed. */
export async function openReader(
  { embeddedReader }: Pick<Config, 'embeddedReader'>,
  options: Omit<EmbeddedReaderOptions, 'folder'> = {},
): Promise<Reader | null> {
  if (embeddedReader === 'off' || !existsSync(new URL('manifest.json', readerFolder))) return null;
  return await openEmbeddedReader({ folder: fileURLToPath(readerFolder), ...options });
}
