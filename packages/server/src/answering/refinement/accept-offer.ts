import type { Turn } from '../question.ts';

/** Nothing but consent: "yes", "that's it". */
const consent =
  /^(?:yes|yeah|yep|yup|sure|correct|exactly|that one|that['’]?s (?:it|right|the one)|i do|i did|i meant that)$/iu;
/** Who says this alone may as well be leaving. */
const politeness = /^(?:ok|okay|right|please|thanks|thank you)$/iu;
/** "Yes?" and "Yes 👍" are a yes. */
const marks = /[?\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\s]+$/u;
const partsMax = 3;
const unitsMax = 60;

/** The question that was offered in place of an answer, if the prompt only consents to it. Null: it asks something itself. */
export function acceptOffer(prompt: string, [last]: readonly Turn[]): string | null {
  if (last?.offered === undefined || prompt.length > unitsMax) return null;
  const parts = prompt
    .split(/[,.!;]|(?<=^\s*(?:yes|yeah|yep|yup|ok|okay))\s+/iu)
    .map((part) => part.replace(marks, '').trim())
    .filter((part) => part !== '');
  const isConsent =
    parts.length <= partsMax &&
    parts.some((part) => consent.test(part)) &&
    parts.every((part) => consent.test(part) || politeness.test(part));
  return isConsent ? last.offered : null;
}
