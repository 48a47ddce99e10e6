import { curatedKey } from '@avow/text';
import type { CuratedSet } from '../curated/curated-set.ts';
import { curatedSets } from '../curated/curated-sets.ts';
import { takeSample } from '../take-sample.ts';
import { type AskedCorpus, type CorpusQuestion, pagesOf } from './asked-corpus.ts';

/** Sets whose licence allows fitting. Paraphrases by swapped words are left out: people would not ask most of them. */
const fittedOn = ['medquad', 'changed', 'clinc150', 'banking77'];
/** Only measured: no licence is stated, or they are not what people ask. */
const unseen = ['mqp', 'rqe_medical', 'paws_ni'];

/** Banks of curated questions as packs without documents, with the questions to ask of each. */
export function readCuratedCorpora(
  dataFolder: string,
  sample: { readonly count: number | null; readonly seed: number },
): AskedCorpus[] {
  return [...fittedOn, ...unseen].map((name): AskedCorpus => {
    const set = curatedSets[name]?.(dataFolder);
    if (set === undefined) throw new Error(`there is no set ${name}`);
    const isUnseen = unseen.includes(name);
    const questions = set.asked.map(({ text, rightId, half }, at): CorpusQuestion => {
      const part = half === 'tune' && !isUnseen ? 'fit' : 'report';
      return {
        id: String(at),
        text,
        part,
        expected: rightId === null ? { kind: 'nothing' } : { kind: 'says', text: rightId },
      };
    });
    return {
      name: `curated_${name}`,
      kind: 'curated',
      isUnseen,
      pages: pagesOf([{ name: 'questions.qna.json', content: bankFile(set) }]),
      packPerFolder: false,
      settings: ['whole', 'words'],
      questions: (['fit', 'report'] as const).flatMap((part) =>
        takeSample(
          questions.filter((one) => one.part === part),
          sample,
        ),
      ),
    };
  });
}

/** The answer of a pair is its name. A phrasing shared by two pairs belongs to the first. */
function bankFile({ bank }: CuratedSet): string {
  const known = new Set<string>();
  const pairs = bank.flatMap(({ id, phrasings }) => {
    const own = phrasings.filter((text) => {
      const key = curatedKey(text);
      if (key === '' || known.has(key)) return false;
      known.add(key);
      return true;
    });
    const [question, ...alternatives] = own;
    return question === undefined ? [] : [{ question, alternatives, answer: id }];
  });
  return JSON.stringify(pairs);
}
