import { readChangedSet } from './changed-set.ts';
import { readCovidSet } from './covid-set.ts';
import type { CuratedSet } from './curated-set.ts';
import { readBankingSet, readClincSet } from './intent-sets.ts';
import { readMedicalSet } from './medical-set.ts';
import { readParaphraseSet } from './paraphrase-set.ts';

/** All sets for measuring matching, by name. */
export const curatedSets: Readonly<Record<string, (folder: string) => CuratedSet>> = {
  medquad: readMedicalSet,
  changed: readChangedSet,
  mqp: (folder) => readParaphraseSet(folder, 'mqp'),
  rqe_medical: (folder) => readParaphraseSet(folder, 'rqe_medical'),
  paws_ni: (folder) => readParaphraseSet(folder, 'paws_ni'),
  clinc150: (folder) => readClincSet(folder, 20),
  banking77: (folder) => readBankingSet(folder, 20),
  clinc150_few: (folder) => readClincSet(folder, 2),
  banking77_few: (folder) => readBankingSet(folder, 2),
  covid: readCovidSet,
};

/** Those that are also measured in banks of a handful of pairs. */
export const smallBankSets: ReadonlySet<string> = new Set([
  'medquad',
  'mqp',
  'rqe_medical',
  'clinc150_few',
  'banking77_few',
]);
