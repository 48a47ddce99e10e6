import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  coalesceScreenings,
  type EmbeddedScreenerOptions,
  openEmbeddedScreener,
  type Screener,
} from '@avow/inference';
import { screenerFolder } from '@avow/weights';
import type { Config } from '../../config/load-config.ts';

/** The screener that ships with the product; null if it is turned off or not installed. */
export async function openScreener(
  { embeddedScreener }: Pick<Config, 'embeddedScreener'>,
  options: Omit<EmbeddedScreenerOptions, 'folder'> = {},
): Promise<Screener | null> {
  if (embeddedScreener === 'off' || !existsSync(new URL('manifest.json', screenerFolder))) return null;
  const screener = await openEmbeddedScreener({ folder: fileURLToPath(screenerFolder), ...options });
  return coalesceScreenings(screener);
}
