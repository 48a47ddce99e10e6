import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openNgrams } from '@avow/inference';
import { ngramsFolder } from '@avow/weights';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { chosenScreenerFolder, openChosenScreener } from '../open-chosen-screener.ts';
import type { MeasuredParts } from './measured-parts.ts';

const shippedClassifier = fileURLToPath(ngramsFolder);

export interface ChosenModels {
  /** Folders; omitted: the models that ship. */
  readonly classifier: string | undefined;
  readonly screener: string | undefined;
}

/** Opens the parts of this installation, and prints which are missing. */
export async function openMeasuredParts(chosen: ChosenModels): Promise<MeasuredParts> {
  const classifier = await openClassifier(chosen.classifier);
  const screening =
    chosenScreenerFolder(chosen.screener) === null ? null : await openChosenScreener(chosen.screener);
  if (screening === null) console.error('There is no screening model: checks go without it.');
  const encoder = await openChosenEncoder(undefined);
  return {
    classifier,
    screener: screening?.screener ?? null,
    encoder,
    facts: screening?.facts ?? { noAnswerLine: null, keptApart: {} },
    names: [classifier?.name, screening?.screener.name, encoder?.name].filter((name) => name !== undefined),
    close: async () => {
      await Promise.all([screening?.screener.close(), encoder?.close()]);
    },
  };
}

async function openClassifier(given: string | undefined) {
  const folder = given === undefined ? shippedClassifier : resolve(given);
  if (given === undefined && !existsSync(join(folder, 'manifest.json'))) {
    console.error(`There is no n-gram classifier at ${folder}: checks go without it.`);
    return null;
  }
  const { name, score } = await openNgrams(folder);
  return { name, score };
}
