import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { screenerFolder } from '@avow/models';
import type { Config } from '../config/load-config.ts';
import type { Screener } from '../interfaces/screener.ts';
import { openEmbeddedScreener } from '../models/embedded/open-embedded-screener.ts';
import type { ScreenerEvent } from '../models/embedded/screener-event.ts';
import { shareScreenings } from '../models/embedded/share-screenings.ts';

/** The screener that comes with the product; null where the operator wants none, or it was left out of the installation. */
export async function openScreener(
  { embeddedScreener }: Pick<Config, 'embeddedScreener'>,
  options: {
    readonly preload?: boolean;
    readonly onEvent?: (event: ScreenerEvent) => void;
  } = {},
): Promise<Screener | null> {
  if (embeddedScreener === 'off' || !existsSync(new URL('manifest.json', screenerFolder))) return null;
  const screener = await openEmbeddedScreener({ folder: fileURLToPath(screenerFolder), ...options });
  return shareScreenings(screener);
}
