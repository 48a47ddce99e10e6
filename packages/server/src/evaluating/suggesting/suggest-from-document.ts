import type { StoredDocument } from '../../interfaces/knowledge-store.ts';
import { readSections, type Section } from './read-sections.ts';
import { askLists, askSection } from './suggest-from-section.ts';
import { askSentence } from './suggest-from-sentence.ts';
import type { Suggestion } from './suggestion.ts';

/** Of one document, in one way. */
const perWayMax = 6;

/** Questions that this document answers by itself, in turns of the ways in which they are made. */
export function suggestFromDocument(
  document: Pick<StoredDocument, 'text' | 'source' | 'groups'>,
): Suggestion[] {
  const { text, source, groups } = document;
  const made = readSections(text).flatMap((section) => [
    ...fromSection(section, source),
    ...section.sentences.flatMap((sentence) => {
      const asked = askSentence(sentence, text);
      if (asked === null) return [];
      const note = `${source} says: “${sentence}”`;
      return [{ question: asked.question, facts: [asked.fact], way: asked.way as string, note }];
    }),
  ]);
  const byWay = Map.groupBy(made, ({ way }) => way);
  const turns = Array.from({ length: perWayMax }, (_, turn) =>
    [...byWay.values()].flatMap((list) => list[turn] ?? []),
  );
  return turns.flat().map(({ question, facts, way, note }) => ({
    ...{ question, note, groups, way },
    expects: { kind: 'answer', sources: [source], facts: facts.map((fact) => [fact]), verdict: null },
  }));
}

function fromSection(section: Section, source: string) {
  const asked = askSection(section);
  const note = `${source} tells it under “${section.heading}”.`;
  const whole = asked === null ? [] : [{ ...asked, way: asked.way as string, note }];
  const lists = askLists(section).map((list) => ({
    ...list,
    way: list.way as string,
    note: `${source} lists it${section.heading === '' ? '' : ` under “${section.heading}”`}.`,
  }));
  return [...whole, ...lists];
}
