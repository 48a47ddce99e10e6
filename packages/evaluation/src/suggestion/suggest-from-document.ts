import { readSections, type Section } from './read-sections.ts';
import { askLists, askSection } from './suggest-from-section.ts';
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
  const made = readSections(text).flatMap((section) => [
    ...fromSection(section, source),
    ...section.sentences.flatMap((sentence) => {
      const asked = askSentence(sentence, text);
      if (asked === null) return [];
      const note = `${source} says: “${sentence}”`;
      return [{ question: asked.question, facts: [asked.fact], method: asked.method as string, note }];
    }),
  ]);
  const byMethod = Map.groupBy(made, ({ method }) => method);
  const rounds = Array.from({ length: perMethodMax }, (_, round) =>
    [...byMethod.values()].flatMap((list) => list[round] ?? []),
  );
  return rounds.flat().map(({ question, facts, method, note }) => ({
    ...{ question, note, groups, method },
    expects: { kind: 'answer', sources: [source], facts: facts.map((fact) => [fact]), verdict: null },
  }));
}

function fromSection(section: Section, source: string) {
  const asked = askSection(section);
  const note = `${source} describes it under “${section.heading}”.`;
  const whole = asked === null ? [] : [{ ...asked, method: asked.method as string, note }];
  const lists = askLists(section).map((list) => ({
    ...list,
    method: list.method as string,
    note: `${source} lists it${section.heading === '' ? '' : ` under “${section.heading}”`}.`,
  }));
  return [...whole, ...lists];
}
