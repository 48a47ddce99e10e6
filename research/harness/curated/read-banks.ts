import type { Encoder } from '@avow/inference';
import { curatedSets, smallBankSets } from './curated-sets.ts';
import { findCandidates } from './find-candidates.ts';
import { type AskedOfBank, inSmallBanks } from './small-banks.ts';

/** The sets of these names with what each question is compared with, and those that are also asked of small banks. */
export async function* readBanks(
  folder: string,
  names: readonly string[],
  encoding: { readonly encoder: Encoder; readonly askedAs: 'question' | 'passage' } | null,
): AsyncGenerator<AskedOfBank> {
  for (const name of names) {
    const read = curatedSets[name];
    if (read === undefined) throw new Error(`there is no set ${name}`);
    const set = read(folder);
    const whole = { set, candidates: await findCandidates(set, encoding) };
    yield whole;
    if (smallBankSets.has(name)) yield inSmallBanks(whole);
  }
}
