import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  coalesceScreenings,
  type EmbeddedEncoderOptions,
  type EmbeddedReaderOptions,
  type EmbeddedScreenerOptions,
  type Encoder,
  openEmbeddedEncoder,
  openEmbeddedReader,
  openEmbeddedScreener,
  type Reader,
  type Screener,
} from '@avow/inference';
import { encoderFolder, readerFolder, screenerFolder } from '@avow/weights';
import type { Config } from '../../config/load-config.ts';

/*
 * The models that ship with the product. Each is null if it is turned off or not installed.
 */

const isInstalled = (folder: URL) => existsSync(new URL('manifest.json', folder));

export async function openEncoder(
  { searchByMeaning }: Pick<Config, 'searchByMeaning'>,
  options: Omit<EmbeddedEncoderOptions, 'folder'> = {},
): Promise<Encoder | null> {
  if (searchByMeaning === 'off' || !isInstalled(encoderFolder)) return null;
  return await openEmbeddedEncoder({ folder: fileURLToPath(encoderFolder), ...options });
}

export async function openReader(
  { embeddedReader }: Pick<Config, 'embeddedReader'>,
  options: Omit<EmbeddedReaderOptions, 'folder'> = {},
): Promise<Reader | null> {
  if (embeddedReader === 'off' || !isInstalled(readerFolder)) return null;
  return await openEmbeddedReader({ folder: fileURLToPath(readerFolder), ...options });
}

export async function openScreener(
  { embeddedScreener }: Pick<Config, 'embeddedScreener'>,
  options: Omit<EmbeddedScreenerOptions, 'folder'> = {},
): Promise<Screener | null> {
  if (embeddedScreener === 'off' || !isInstalled(screenerFolder)) return null;
  const screener = await openEmbeddedScreener({ folder: fileURLToPath(screenerFolder), ...options });
  return coalesceScreenings(screener);
}
