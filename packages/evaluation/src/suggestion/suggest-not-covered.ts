import { contentTerms, isGenericTerm } from '@avow/text/terms';
import type { Suggestion } from './suggestion.ts';

/** Asked of a pack that says nothing of them. The words that decide whether it does stand beside them. */
const everyday: ReadonlyArray<readonly [question: string, decisive: string]> = [
  ['When does the swimming pool open on Sundays?', 'swimming pool'],
  ['Which vaccinations do I need for a trip to Kenya?', 'vaccination Kenya'],
  ['How do I register a trademark in Japan?', 'trademark Japan'],
  ['Who do I call when the lift is stuck?', 'lift'],
  ['What does a season ticket for the opera cost?', 'opera ticket'],
  ['How often must the tyres of a lorry be changed?', 'tyre lorry'],
  ['Where can I park my bicycle overnight?', 'bicycle park'],
  ['How long is a goldfish kept in quarantine?', 'goldfish quarantine'],
  ['What is the boiling point of ethanol?', 'ethanol boiling'],
  ['How do I apply for a fishing licence?', 'fishing licence'],
  ['Who won the chess tournament last spring?', 'chess tournament'],
  ['How many calories does a portion of lentil soup have?', 'calories lentil'],
  ['Which bus goes to the airport at night?', 'bus airport'],
  ['How do I descale the espresso machine?', 'descale espresso'],
  ['What is the deposit for a rented piano?', 'piano deposit'],
  ['When is the harvest festival in Tuscany?', 'harvest Tuscany'],
];

/** Questions that the pack does not answer, as far as its words tell: none of what decides them is among these. */
export function suggestNotCovered(
  vocabulary: ReadonlySet<string>,
  /** Of other packs, with the names of these. */
  elsewhere: ReadonlyArray<{ readonly question: string; readonly packName: string }>,
): Suggestion[] {
  const fromElsewhere = elsewhere
    .filter(({ question }) => isUnknown(question, vocabulary))
    .map(({ question, packName }) => notCovered(question, `It is a question of the pack “${packName}”.`));
  const invented = everyday
    .filter(([, decisive]) => contentTerms(decisive).every((term) => !vocabulary.has(term)))
    .map(([question]) => notCovered(question, 'The pack holds none of the words that it is about.'));
  // Alternating, so that even a few include both kinds.
  return Array.from({ length: Math.max(fromElsewhere.length, invented.length) }, (_, position) => [
    fromElsewhere[position],
    invented[position],
  ])
    .flat()
    .filter((one) => one !== undefined);
}

function notCovered(question: string, note: string): Suggestion {
  return { question, expects: { kind: 'not_covered' }, note, groups: [], method: 'not_covered' };
}

const unknownMin = 2;

/** Most of what it is about, and at least two words of it, the pack never uses. */
function isUnknown(question: string, vocabulary: ReadonlySet<string>): boolean {
  const terms = [...new Set(contentTerms(question))].filter((term) => !isGenericTerm(term));
  const unknown = terms.filter((term) => !vocabulary.has(term));
  return unknown.length >= unknownMin && unknown.length * 2 > terms.length;
}
