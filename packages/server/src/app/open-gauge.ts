import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ngramsFolder } from '@avow/models';
import type { Gauge } from '../interfaces/screener.ts';
import { openNgrams } from '../models/ngrams/open-ngrams.ts';

/** The classifier that comes with the product; null where it was left out of the installation. */
export async function openGauge(): Promise<Gauge | null> {
  if (!existsSync(new URL('manifest.json', ngramsFolder))) return null;
  const { score } = await openNgrams(fileURLToPath(ngramsFolder));
  return { gauge: score };
}
