import { itemMarkBefore, splitSentences, stripMarks } from '@avow/text';

/** What stands under one heading, without its marks. */
export interface Section {
  /** Empty before the first heading. */
  readonly heading: string;
  /** Of prose, in order. */
  readonly sentences: readonly string[];
  /** Lists with the sentence that leads them in, where one does. */
  readonly lists: ReadonlyArray<{ readonly lead: string; readonly items: readonly string[] }>;
  /** It shows what to type, or counts steps. */
  readonly hasSteps: boolean;
}

/** Nobody's question hangs on what comes later in one text. */
const unitsMax = 200_000;

export function readSections(text: string): Section[] {
  const head = text.slice(0, unitsMax);
  const sections: Section[] = [];
  let open = newSection('');
  for (const { start, end, kind } of splitSentences(head)) {
    const words = stripMarks(head.slice(start, end), { acrossLines: true });
    if (kind === 'heading') {
      sections.push(open);
      open = newSection(words);
    } else if (kind === 'code') open.hasSteps = true;
    else if (kind === 'sentence') open.sentences.push(words);
    else if (kind === 'item') {
      if (/\d/.test(itemMarkBefore(head, start)?.mark ?? '')) open.hasSteps = true;
      addItem(open, words);
    }
  }
  return [...sections, open].filter(
    ({ sentences, lists, hasSteps }) => hasSteps || sentences.length + lists.length > 0,
  );
}

interface OpenSection extends Section {
  readonly sentences: string[];
  readonly lists: { readonly lead: string; readonly items: string[] }[];
  hasSteps: boolean;
}

function newSection(heading: string): OpenSection {
  return { heading, sentences: [], lists: [], hasSteps: false };
}

function addItem({ sentences, lists }: OpenSection, words: string): void {
  const last = sentences.at(-1) ?? '';
  const list = lists.at(-1);
  if (list !== undefined && list.lead === last) list.items.push(words);
  else lists.push({ lead: last, items: [words] });
}
