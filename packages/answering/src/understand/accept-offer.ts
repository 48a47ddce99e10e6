import { curatedKey } from '@avow/text';
import { questionKind } from '@avow/text/languages';
import { contentTerms } from '@avow/text/terms';
import type { Turn } from '../question.ts';

/** Nothing but consent: "yes", "that's it". */
const consent =
  /^(?:yes|yeah|yep|yup|sure|correct|exactly|that one|that['’]?s (?:it|right|the one)|i do|i did|i meant that)$/iu;
/** Who says this alone may as well be leaving. */
const politeness = /^(?:ok|okay|right|please|thanks|thank you)$/iu;
/** "Yes?" and "Yes 👍" are a yes. */
const marks = /[?\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\s]+$/u;
/** "The second one", "option 2", "number two please". */
const ordinal =
  /^(?:(?:i mean|i meant|it['’]?s)\s+)?(?:the\s+)?(?:(?:option|number|choice)\s+|#\s?)?(first|1st|one|1|former|second|2nd|two|2|latter|third|3rd|three|3|last)(?:\s+(?:one|option|choice))?$/iu;
const places: ReadonlyMap<string, number> = new Map(
  [
    ['first', '1st', 'one', '1', 'former'],
    ['second', '2nd', 'two', '2'],
    ['third', '3rd', 'three', '3'],
    ['last', 'latter'],
  ].flatMap((words, place) => words.map((word) => [word, place === 3 ? -1 : place])),
);
/** "It's about", "I meant": what precedes the name of a choice. */
const naming = /^(?:i mean|i meant|it['’]?s about|this is about|about|the one about)\s+/iu;
/** "Not Slack" chooses nothing. */
const refusal = /\b(?:no|not|without|never|neither|nor|except|cannot)\b|n['’]t\b/iu;
const partsMax = 3;
const unitsMax = 60;
/** A choice is at most 120 units long. */
const namedUnitsMax = 160;

/**
 * The question that the prompt takes up from what was offered in place of an answer: by consent if one thing was offered,
 * by its place or its words if several were. Consent to several asks the same again. Null: it asks something itself.
 */
export function acceptOffer(prompt: string, [last]: readonly Turn[]): string | null {
  if (last?.offered === undefined) return null;
  const { offered, question } = last;
  const parts = partsOf(prompt);
  if (parts !== null && isConsent(parts)) {
    const [only, ...others] = offered;
    return others.length > 0 || only === undefined ? question : only;
  }
  const chosen = offered.length < 2 ? null : (byPlace(parts, offered) ?? byName(prompt, offered));
  return chosen === null ? null : aboutChoice(chosen, question);
}

function partsOf(prompt: string): readonly string[] | null {
  if (prompt.length > unitsMax) return null;
  const parts = prompt
    .split(/[,.!;]|(?<=^\s*(?:yes|yeah|yep|yup|ok|okay))\s+|\s+(?=please\W*$)/iu)
    .map((part) => part.replace(marks, '').trim())
    .filter((part) => part !== '');
  return parts.length <= partsMax ? parts : null;
}

function isConsent(parts: readonly string[]): boolean {
  return (
    parts.some((part) => consent.test(part)) &&
    parts.every((part) => consent.test(part) || politeness.test(part))
  );
}

function byPlace(parts: readonly string[] | null, offered: readonly string[]): string | null {
  const said = parts?.filter((part) => !consent.test(part) && !politeness.test(part)) ?? [];
  const [word] = said.length === 1 ? (ordinal.exec(said[0] ?? '')?.slice(1) ?? []) : [];
  const place = word === undefined ? undefined : places.get(word.toLowerCase());
  return place === undefined ? null : (offered.at(place) ?? null);
}

/** The choice that has these words, as a whole or, of a few words that ask nothing, as the only one that contains them. */
function byName(prompt: string, offered: readonly string[]): string | null {
  if (prompt.length > namedUnitsMax) return null;
  const named = prompt.trim().replace(naming, '');
  const key = curatedKey(named);
  const same = offered.find((choice) => curatedKey(choice) === key);
  if (same !== undefined) return same;
  const terms = contentTerms(named);
  if (terms.length === 0 || refusal.test(named) || named.includes('?') || questionKind(named) !== 'none')
    return null;
  const containing = offered.filter((choice) => {
    const choiceTerms = new Set(contentTerms(choice));
    return terms.every((term) => choiceTerms.has(term));
  });
  const [only, ...others] = containing;
  return others.length > 0 ? null : (only ?? null);
}

/** A choice that is a question is what is asked; a heading, "How it works" too, says what the question before is about. */
function aboutChoice(choice: string, question: string): string {
  return choice.endsWith('?') ? choice : `${choice}: ${question}`;
}
