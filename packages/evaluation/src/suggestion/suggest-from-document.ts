import { readSections } from './read-sections.ts';
import { askSection } from './suggest-from-section.ts';
import { askSentence } from './suggest-from-sentence.ts';
import type { Suggestion } from './suggestion.ts';

/** Per document and method. */
const perMethodMax = 6;

/** Questions that this document alone answers, alternating between the methods that produce them. */
export function suggestFromDocument(document: {
  readonly text: string;
  readonly source: string;
  readonly groups: readonly string[];
}): Suggestion[] {
  const { text, source, groups } = document;
  const made = readSections(text).flatMap((section) => {
    const whole = askSection(section);
    const note = `${source} describes it under “${section.heading}”.`;
    return [
      ...(whole === null ? [] : [{ ...whole, facts: [], note }]),
      ...section.sentences.flatMap((sentence) => {
        const asked = askSentence(sentence, text);
        if (asked === null) return [];
        const { question, fact, method } = asked;
        return [{ question, facts: [[fact]], method, note: `${source} says: “${sentence}”` }];
      }),
    ];
  });
  const byMethod = Map.groupBy(made, ({ method }) => method);
  const rounds = Array.from({ length: perMethodMax }, (_, round) =>
    [...byMethod.values()].flatMap((list) => list[round] ?? []),
  );
  return rounds.flat().map(({ question, facts, method, note }) => ({
    ...{ question, note, groups, method },
    expects: { kind: 'answer', sources: [source], facts, verdict: null },
  }));
}
