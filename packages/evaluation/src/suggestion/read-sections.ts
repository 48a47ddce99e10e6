import { itemMarkBefore, stripMarks } from '@avow/text/markdown';
import { splitSentences } from '@avow/text/sentences';

/** What stands under one heading, without its marks. */
export interface HeadedSection {
  /** Empty before the first heading. */
  readonly heading: string;
  /** Of prose, in order. */
  readonly sentences: readonly string[];
  /** It shows what to type, or counts steps. */
  readonly hasSteps: boolean;
}

/** Nobody's question hangs on what comes later in one text. */
const unitsMax = 200_000;

export function readSections(text: string): HeadedSection[] {
  const head = text.slice(0, unitsMax);
  const sections: HeadedSection[] = [];
  let open = newSection('');
  for (const { start, end, kind } of splitSentences(head)) {
    const words = stripMarks(head.slice(start, end), { acrossLines: true });
    if (kind === 'heading') {
      sections.push(open);
      open = newSection(words);
    } else if (kind === 'code') open.hasSteps = true;
    else if (kind === 'sentence') open.sentences.push(words);
    else if (kind === 'item' && /\d/.test(itemMarkBefore(head, start)?.mark ?? '')) open.hasSteps = true;
  }
  return [...sections, open].filter(({ sentences, hasSteps }) => hasSteps || sentences.length > 0);
}

interface OpenSection extends HeadedSection {
  readonly sentences: string[];
  hasSteps: boolean;
}

function newSection(heading: string): OpenSection {
  return { heading, sentences: [], hasSteps: false };
}
