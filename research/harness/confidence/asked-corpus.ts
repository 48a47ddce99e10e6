import { createHash } from 'node:crypto';
import { splitMarkdown, splitText } from '@avow/documents';
import type { ChosenPages } from '../answers/choose-pages.ts';
import type { Expected } from './mark-given.ts';

/** `fit`: used to fit weights. `report`: used for figures, and for no choice. */
export type Part = 'fit' | 'report';

export interface CorpusQuestion {
  /** Unique within its corpus. */
  readonly id: string;
  readonly text: string;
  readonly part: Part;
  /** The names of the packs to ask. Omitted: all packs of the corpus. */
  readonly packs?: readonly string[];
  /** Off-topic: nobody who knows the corpus would ask it there. */
  readonly isForeign?: true;
  readonly expected: Expected;
}

/** Pages to load, and questions to ask about them. */
export interface AskedCorpus {
  readonly name: string;
  /** Corpora of one kind are reported together. */
  readonly kind: string;
  /** Never used for fitting. */
  readonly isUnseen: boolean;
  readonly pages: ChosenPages;
  /** Whether each folder of pages is a separate pack. */
  readonly packPerFolder: boolean;
  /** Which models are disabled, to measure the fallbacks too. */
  readonly settings: readonly Setting[];
  readonly questions: readonly CorpusQuestion[];
}

/** `no_reader`: answers from documents by keywords. `words`: no semantic search either. */
export type Setting = 'whole' | 'no_reader' | 'words';

/** Pages with the hash that identifies a loaded corpus. */
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
