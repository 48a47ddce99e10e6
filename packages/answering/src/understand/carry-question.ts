import { contentTerms, isGenericTerm } from '@avow/text/terms';
import { askingWords, inPlural } from './english-grammar.ts';
import {
  finish,
  hasDeterminer,
  type QuestionShape,
  readShape,
  withoutMark,
  writeShape,
} from './question-shape.ts';
import { objectOf } from './verb-phrase.ts';

/** The question that a follow-up goes back to. */
export interface Anchor {
  readonly question: string;
  /** Whether the answer was no, and not yes; null: it was neither, or is not known. */
  readonly wasDenied: boolean | null;
  /** With the follow-up that was joined to it, if that has named something more. */
  readonly joined: string | null;
}

const asksTwice = new RegExp(`\\s(?:and|or)\\s(?:\\S+\\s)?(?:${askingWords})\\s`, 'iu');

/** A bare "why?" is about the whole question before it. */
export function carry(asks: string, { question, wasDenied }: Omit<Anchor, 'joined'>): string {
  const shape = readShape(question);
  const both = finish(`${withoutMark(question)}, and ${asks}`);
  if (shape === null || shape.auxiliary === '' || shape.subject === '' || asksTwice.test(question))
    return both;
  if (/^how (?:many|much)\s+per\s/iu.test(asks)) return both;
  if (/^how (?:many|much)$/iu.test(asks)) return count(asks, shape) ?? both;
  if (/^why(?: not)?$/iu.test(asks)) return askWhy(asks, { shape, wasDenied }) ?? both;
  // "How do I request a laptop?" takes time, and nobody requests one for long.
  if (/^how long$/iu.test(asks) && /^how$/iu.test(shape.asks))
    return shape.isPersonal ? finish(`how long does it take to ${shape.predicate}`) : both;
  // What was asked for may be what it is about.
  const isLost = contentTerms(shape.asks).some((term) => !isGenericTerm(term));
  return isLost ? both : writeShape({ ...shape, asks });
}

/** Why something is so is asked of what is so: after a no, of the contrary. */
function askWhy(
  asks: string,
  { shape, wasDenied }: { readonly shape: QuestionShape; readonly wasDenied: boolean | null },
): string | null {
  const isDeniedIn = /n't$/iu.test(shape.auxiliary) || /^not\b/iu.test(shape.predicate);
  if (shape.asks !== '' && !/^why$/iu.test(shape.asks)) return null;
  if (/not$/iu.test(asks)) return isDeniedIn ? writeShape({ ...shape, asks: 'why' }) : deny(shape);
  if (wasDenied === null) return null;
  return wasDenied && !isDeniedIn ? deny(shape) : writeShape({ ...shape, asks: 'why' });
}

function deny(shape: QuestionShape): string {
  const auxiliary = shape.auxiliary.toLowerCase();
  return shape.predicate === 'there'
    ? finish(`why ${auxiliary} there no ${shape.subject.replace(/^(?:an?|any|some)\s+/iu, '')}`)
    : finish(`why ${auxiliary} ${shape.subject} not ${shape.predicate}`);
}

function count(asks: string, shape: QuestionShape): string | null {
  if (shape.asks !== '') return null;
  const auxiliary = shape.auxiliary.toLowerCase();
  const there = /^(\S+(?:\s+\S+)??)(\s+(?:in|on|at|for|per)\s.*)?$/iu.exec(shape.subject);
  if (shape.predicate === 'there' && there !== null)
    return finish(`${asks} ${there[1] ?? ''} ${auxiliary} there ${there[2] ?? ''}`);
  const found = shape.isPersonal ? objectOf(shape.predicate) : null;
  if (found === null) return null;
  const counted = countable(asks, found.object);
  return counted === null
    ? null
    : finish(`${asks} ${counted} ${auxiliary} ${shape.subject} ${found.before} ${found.after}`);
}

/** "A phone allowance" as "how much" counts it. */
export function countable(asks: string, object: string): string | null {
  const isMany = /^how many$/iu.test(asks);
  const single = /^an?\s+(\S.*)$/iu.exec(object)?.[1];
  if (single !== undefined) return isMany ? inPlural(single) : single;
  return hasDeterminer(object) ? `of ${object}` : object;
}
