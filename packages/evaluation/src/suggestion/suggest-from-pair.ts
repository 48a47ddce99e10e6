import type { CuratedId } from '@avow/foundation';
import type { Suggestion } from './suggestion.ts';

const rewordings: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
  [/^How do I (.+)\?$/i, 'How can I $1?'],
  [/^How can I (.+)\?$/i, 'What do I have to do to $1?'],
  [/^Can I (.+)\?$/i, 'Am I allowed to $1?'],
  [/^Who approves (.+)\?$/i, 'Who has to approve $1?'],
  [/^Where is (.+)\?$/i, 'Where can I find $1?'],
  [/^Where are (.+)\?$/i, 'Where can I find $1?'],
  [/^What is (.+)\?$/i, 'Can you tell me what $1 is?'],
  [/^What are (.+)\?$/i, 'Can you tell me what $1 are?'],
  [/^How much (?:does|do) (.+) cost\?$/i, 'What is the price of $1?'],
  [/^When is (.+)\?$/i, 'On which date is $1?'],
  [/^Do I need (.+)\?$/i, 'Is it necessary to have $1?'],
];

/** A curated pair asked in other words where there are some, else as it stands: the pair is what must be cited. */
export function suggestFromPair({
  curatedId,
  question,
  alternatives,
  groups,
}: {
  readonly curatedId: CuratedId;
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly groups: readonly string[];
}): Suggestion {
  const expects = { kind: 'answer', sources: [curatedId], facts: [], verdict: null } as const;
  const [alternative] = alternatives;
  const about = `the curated question “${question}”`;
  if (alternative !== undefined)
    return {
      question: alternative,
      expects,
      note: `Another phrasing of ${about}.`,
      groups,
      method: 'alternative',
    };
  const [pattern, instead] = rewordings.find(([rule]) => rule.test(question)) ?? [];
  if (pattern === undefined || instead === undefined)
    return { question, expects, note: `This is ${about} itself.`, groups, method: 'curated' };
  const reworded = question.replace(pattern, instead);
  return { question: reworded, expects, note: `In other words than ${about}.`, groups, method: 'reworded' };
}
