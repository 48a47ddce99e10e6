import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reader, ReaderEvent } from '@avow/inference';
import { openEmbeddedReader } from '@avow/inference';
import { readerFolder } from '@avow/weights';
import type { Config } from '../../config/load-config.ts';

/** The reader that ships with the product; null if it is turned off or not installed. */
export async function openReader(
  { embeddedReader }: Pick<Config, 'embeddedReader'>,
  options: {
    readonly preload?: boolean;
    readonly processes?: number;
    readonly processesKept?: number;
    readonly preparedFolder?: string;
    readonly onEvent?: (event: ReaderEvent) => void;
  } = {},
): Promise<Reader | null> {
  if (embeddedReader === 'off' || !existsSync(new URL('manifest.json', readerFolder))) return null;
  return await openEmbeddedReader({ folder: fileURLToPath(readerFolder), ...options });
}
