import { createHash } from 'node:crypto';
import { splitMarkdown, splitText } from '@avow/documents';
import type { ChosenPages } from '../answers/choose-pages.ts';
import type { Expected } from './mark-given.ts';

/** `fit`: weights are fitted on it. `report`: figures are of it, and nothing is chosen by it. */
export type Part = 'fit' | 'report';

export interface CorpusQuestion {
  /** Within its corpus. */
  readonly id: string;
  readonly text: string;
  readonly part: Part;
  /** The packs that it is asked of, by name. Left out: all of the corpus. */
  readonly packs?: readonly string[];
  /** Nobody who knows the corpus would ask it there. */
  readonly isForeign?: true;
  readonly expected: Expected;
}

/** What is loaded, and what is asked of it. */
export interface AskedCorpus {
  readonly name: string;
  /** Corpora of one kind are reported together. */
  readonly kind: string;
  /** Nothing of it is ever fitted on. */
  readonly isUnseen: boolean;
  readonly pages: ChosenPages;
  /** Each folder of the pages is a pack of its own. */
  readonly packPerFolder: boolean;
  /** Which models are left out: what is then found in another way is measured too. */
  readonly settings: readonly Setting[];
  readonly questions: readonly CorpusQuestion[];
}

/** `no_reader`: documents are answered from by words. `words`: nothing is encoded either. */
export type Setting = 'whole' | 'no_reader' | 'words';

/** Pages with the mark by which a loaded corpus is known again. */
export function pagesOf(files: ChosenPages['files']): ChosenPages {
  const hash = createHash('sha256');
  let passages = 0;
  for (const { name, content } of files) {
    const cut = name.endsWith('.md')
      ? splitMarkdown(content)
      : name.endsWith('.txt')
        ? splitText(content)
        : [];
    passages += cut.length;
    hash.update(JSON.stringify([name, content, cut]));
  }
  return { files, passages, fingerprint: hash.digest('hex') };
}
