import { readChangedSet } from './changed-set.ts';
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
  clinc150: readClincSet,
  banking77: readBankingSet,
};
