import { questionKind } from '@avow/text/languages';
import type { Features } from '../score/confidence.ts';
import { pointedWords } from './pointed-words.ts';
import type { ReadCandidate } from './rank-read.ts';
import { saysTheSame } from './says-the-same.ts';
import { typeMatch } from './type-match.ts';

/** What was measured of the passage that answers while all of them were read. What could not be is left out. */
export function readFeatures(
  question: string,
  { candidate, read }: { readonly candidate: ReadCandidate; readonly read: readonly ReadCandidate[] },
): Features {
  const { hit, reading, features } = candidate;
  const others = read.filter((other) => other !== candidate);
  const [span] = reading.spans;
  const matches =
    span === undefined ? undefined : typeMatch(questionKind(question), { text: hit.text, span });
  const agreement = agreementOf(candidate, others);
  return {
    relevance: features.relevance,
    span_margin: features.spanMargin,
    search_rank: features.searchRank,
    heading_match: features.headingShare,
    ...(others.length === 0
      ? {}
      : {
          relevance_gap: features.relevance - Math.max(...others.map((other) => other.features.relevance)),
          span_lead: features.spanLead,
        }),
    ...(hit.vectorScore === null ? {} : { nearness: features.nearness }),
    ...(matches === undefined ? {} : { type_match: matches }),
    ...(agreement === null ? {} : { agreement }),
  };
}

/** Of the others in which something was read, the share that says the same; null where nothing was. */
function agreementOf(candidate: ReadCandidate, others: readonly ReadCandidate[]): number | null {
  const words = wordsOf(candidate);
  const speaking = others.filter(({ features }) => features.spanMargin > 0);
  if (words === null || speaking.length === 0) return null;
  const agreeing = speaking.filter((other) => saysTheSame(words, wordsOf(other) ?? ''));
  return agreeing.length / speaking.length;
}

function wordsOf({ hit, reading: { spans } }: ReadCandidate): string | null {
  const [span] = spans;
  return span === undefined ? null : pointedWords({ text: hit.text, span });
}
