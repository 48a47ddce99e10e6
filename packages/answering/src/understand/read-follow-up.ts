import { contentTerms, isGenericTerm } from '@avow/text/terms';
import { askingWords, auxiliaries, determiners, isVerb, persons, prepositions } from './english-grammar.ts';
import { findPointer } from './find-pointer.ts';
import { lacksRelation } from './put-related.ts';
import { withoutMark } from './question-shape.ts';

/** How an English question depends on the one before. */
export type FollowUp =
  /** "for contractors", "Berlin" */
  | { readonly kind: 'fragment'; readonly phrase: string }
  /** "if I'm part-time" */
  | { readonly kind: 'condition'; readonly clause: string }
  /** "why", "until when", "which floors" */
  | { readonly kind: 'bare'; readonly asks: string }
  /** "restore it" */
  | { readonly kind: 'predicate'; readonly phrase: string }
  /** "is there a limit", "which one is best" */
  | { readonly kind: 'relation'; readonly text: string }
  /** "is it paid"; also what points by leaving out, as "how many can I borrow". */
  | { readonly kind: 'pointing'; readonly text: string };

/** A longer question names its subject. */
const wordsMax = 16;
const fragmentWordsMax = 10;

const courtesy =
  /^(?:(?:ok(?:ay)?|thanks(?: a lot| you)?|thank you|great|good|perfect|cool|got it|i see|right|hi|hello|hey|please|sorry|yes|no)\b[\s,.!:;–-]*)+/iu;
const opening =
  /^(?:(?:and|but|or|so|also|then|plus|now|i mean|i meant)\b[\s,]*)*(?:(?:what|how) about\s+|same (?:question )?(?=for\b))?/iu;
const condition = /^(?:what if|even if|if|unless|in case)\b/iu;
const timeClause = /^(?:when|while|once)\s+(?:i|i'm|we|you|they|he|she|it|the|my|our|someone)\b/iu;
const mainClauseAfter = new RegExp(`,\\s*(?:${askingWords}|${auxiliaries})\\b`, 'iu');
const bareAsking = new RegExp(
  `^(?:(?:${prepositions})\\s+)?(?:why(?: not)?|when|where|who|whom|which(?: ones?)?|what for|what time|how(?: (?:long|many|much|often|fast|far|soon|late|early|big|large|high|old|come|so))?)(?:\\s+(?:exactly|then|though|else))?$`,
  'iu',
);
const bareWithNoun = new RegExp(
  `^(?:(?:${prepositions})\\s+)?(?:which|what|whose|how many|how much)(?:\\s+(?!(?:${auxiliaries})\\b)[\\p{L}-]+){1,2}$`,
  'iu',
);
const clause = new RegExp(
  `^(?:(?:up to|${prepositions})\\s+)?(?:${askingWords}|what's|who's|where's|how's|${auxiliaries})\\b`,
  'iu',
);
const countsWhat = new RegExp(`^(?:how many|which)\\s+(?:${auxiliaries})\\s+(?:${persons})\\b`, 'iu');
const leavesOutWhat = /\b(?:my|our|your|his|her|its|their) own$/iu;
/** "After that" and "instead" point to all that was asked of. */
export const pointsAtAll =
  /\b(?:(?:after|before|since|until|besides|without) (?:that|this)|instead|in that case)$/iu;
/** "The second one", "the first two". */
export const pointsIntoList =
  /\bthe\s+(?:first|second|third|fourth|fifth|last|former|latter)(?:\s+ones?\b|(?:\s+(?:two|three))?$)/iu;
const command =
  /^(?:tell|explain|describe|list|show|give|find|compare|summari[sz]e|help|i|we|my|our|there)\b/iu;
const asksForMore =
  /^(?:some\s+|any\s+)?more(?:\s+(?:details?|info|information|examples?))?(?:\s+please)?$/iu;
const owned = /^(?:my|our)(?:\s+[\p{L}-]+){1,3}$/iu;
const predicate = new RegExp(
  `^(?!(?:${prepositions})\\s)\\p{L}+\\s+(?:(?:it|them|one)\\b|(?:that|this|those|these)$)`,
  'iu',
);
const verbPhrase = new RegExp(`^\\p{L}+\\s+(?:${determiners})\\s+\\S`, 'iu');
const asksLater = new RegExp(`\\s(?:${askingWords})\\s`, 'iu');
const startsWithPreposition = new RegExp(`^(?:${prepositions})\\b`, 'iu');
const theOne = /^the\s+(?:(?:\S+\s+){0,2}ones?\b|\S+$)/iu;

/** "Thanks, and where?" without the thanks. */
export function withoutCourtesy(prompt: string): string {
  return withoutMark(prompt).replace(courtesy, '');
}

/** How a prompt depends on the question before it; null: it is standalone. */
export function readFollowUp(prompt: string): FollowUp | null {
  const polite = withoutCourtesy(prompt);
  const rest = polite.replace(opening, '').trim();
  const isOpened = rest.length < polite.length;
  const wordCount = rest.split(/\s+/).length;
  if (rest === '' || wordCount > wordsMax) return null;
  if (isCondition(rest, isOpened)) return { kind: 'condition', clause: rest.replace(/^what if\b/iu, 'if') };
  if (bareAsking.test(rest) || bareWithNoun.test(rest)) return { kind: 'bare', asks: rest };
  if (lacksRelation(rest)) return { kind: 'relation', text: rest };
  if (clause.test(rest) && !(isOpened && predicate.test(rest)))
    return pointsBack(rest) ? { kind: 'pointing', text: rest } : null;
  if (asksForMore.test(rest)) return { kind: 'pointing', text: rest };
  if (predicate.test(rest) || (isOpened && verbPhrase.test(rest) && isVerb(rest.split(/\s+/)[0] ?? '')))
    return { kind: 'predicate', phrase: rest };
  const isOwned = isOpened && owned.test(rest);
  if (command.test(rest) && !isOwned) return pointsBack(rest) ? { kind: 'pointing', text: rest } : null;
  if (wordCount > fragmentWordsMax || asksLater.test(rest)) return null;
  const isFragment = isOpened || wordCount === 1 || startsWithPreposition.test(rest) || theOne.test(rest);
  return isFragment
    ? {
        kind: 'fragment',
        phrase: rest
          .replace(/^(?:just|only|even)\s+(?=\S)/iu, '')
          .replace(/(?<=\S)\s+(?:then|too|as well|instead|also)$/iu, ''),
      }
    : null;
}

/** "If I lose my badge, what do I do?" brings its own question along. */
function isCondition(rest: string, isOpened: boolean): boolean {
  return (condition.test(rest) || (isOpened && timeClause.test(rest))) && !mainClauseAfter.test(rest);
}

function pointsBack(text: string): boolean {
  return (
    findPointer(text) !== null ||
    countsWhat.test(text) ||
    leavesOutWhat.test(text) ||
    pointsAtAll.test(text) ||
    pointsIntoList.test(text) ||
    // "What can you do?" is about the assistant.
    (contentTerms(text).every(isGenericTerm) && !/\byou\b/iu.test(text))
  );
}
