import { splitMarkdown } from '@avow/documents';
import { corpora } from '../../corpora.ts';
import { readRows } from '../../data-sets.ts';
import { createRandom, shuffle } from '../../random.ts';
import { isOfPart, type Part } from './text-set.ts';

export interface CorpusPassages {
  readonly corpus: (typeof corpora)[number];
  readonly passages: readonly string[];
}

/** Shorter passages are headings and fragments. */
const passageUnitsMin = 80;

/** Passages of real pages as the product splits them: a fixed number per corpus, from every second page, shuffled. */
export function readPassages(
  dataFolder: string,
  { part, perCorpus, seed }: { readonly part: Part; readonly perCorpus: number; readonly seed: number },
): CorpusPassages[] {
  return corpora.map((corpus) => {
    const pages = readRows<{ text: string }>(dataFolder, `${corpus}/docs`)
      .filter((_, place) => isOfPart(place, part))
      .map(({ text }) => text);
    const passages: string[] = [];
    for (const page of shuffle(pages, createRandom(seed))) {
      if (passages.length >= perCorpus) break;
      for (const { text } of splitMarkdown(page)) if (text.length >= passageUnitsMin) passages.push(text);
    }
    return { corpus, passages: passages.slice(0, perCorpus) };
  });
}
