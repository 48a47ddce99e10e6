import type { Turn } from '../question.ts';

/** Nothing but consent: "yes", "yes please", "that's it". */
const consent =
  /^(?:yes|yeah|yep|yup|sure|right|correct|exactly|ok|okay|please|thanks|thank you|that one|that['’]?s (?:it|right|the one)|i do|i did|i meant that)$/iu;
const partsMax = 3;
const unitsMax = 60;

/** The question that was offered in place of an answer, if the prompt only consents to it. Null: it asks something itself. */
export function acceptOffer(prompt: string, [last]: readonly Turn[]): string | null {
  if (last?.offered === undefined || prompt.length > unitsMax) return null;
  const parts = prompt
    .split(/[,.!;]|(?<=^\s*(?:yes|yeah|yep|yup|ok|okay))\s+/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.length <= partsMax && parts.every((part) => consent.test(part))
    ? last.offered
    : null;
}
