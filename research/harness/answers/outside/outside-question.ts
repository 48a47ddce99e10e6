import { questionKind } from '@avow/text/languages';
import type { AnswerQuestion } from '../question-file.ts';
import type { SetQuestion } from '../question-sets.ts';

/** A question of the outside set. What cannot be answered has neither pages nor sections. */
export function questionOf({
  sources,
  sections,
  ...asked
}: Pick<SetQuestion, 'id' | 'part' | 'question' | 'answerable' | 'sources' | 'why' | 'packs'> & {
  readonly sections: readonly string[];
}): SetQuestion {
  return {
    ...asked,
    ...{ set: 'outside', kind: kindOf(asked.question), facts: [] },
    sources: asked.answerable ? sources : [],
    ...(asked.answerable ? { sections } : {}),
  };
}

function kindOf(question: string): AnswerQuestion['kind'] {
  if (/^what(?:['’]s|\s+(?:is|are))\s(?!the\b|my\b|your\b|not\b)/i.test(question)) return 'definition';
  switch (questionKind(question)) {
    case 'yes_no':
      return 'yes_no';
    case 'manner':
      return 'procedure';
    default:
      return 'fact';
  }
}
