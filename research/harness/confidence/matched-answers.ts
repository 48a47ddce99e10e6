import type { QuotedDraft } from '@avow/answering';
import { evidenceOf } from '@avow/answering/testing/grounding';
import { findSameQuestion, type LikeliestQuestion, sameQuestionMin } from '@avow/answering/testing/reading';
import type { Encoder } from '@avow/inference';
import type { QuestionTerms } from '../curated/curated-set.ts';
import { readBanks } from '../curated/read-banks.ts';
import type { AskedOfBank } from '../curated/small-banks.ts';
import type { LabelledAnswer, MarkedEvidence } from './labelled-answer.ts';

/** Those whose licence allows it, in whole banks and in small ones, and with few phrasings for each pair. */
const fittedOn = ['medquad', 'changed', 'clinc150', 'banking77', 'clinc150_few', 'banking77_few'];
const unseen = ['mqp', 'rqe_medical', 'covid'];

/**
 * Matches of curated questions as answers. They are computed without a service, since nothing else decides them; in small
 * banks, neighbours of a missing pair show what a match is worth if nothing nearer competes.
 */
export async function collectMatched(dataFolder: string, encoder: Encoder): Promise<LabelledAnswer[]> {
  const labelled: LabelledAnswer[] = [];
  const names = [...fittedOn, ...unseen];
  for await (const bank of readBanks(dataFolder, names, { encoder, askedAs: 'question' }))
    labelled.push(...labelMatches(bank, { isUnseen: unseen.some((name) => bank.set.name.startsWith(name)) }));
  return labelled;
}

function labelMatches(
  { set, candidates }: AskedOfBank,
  { isUnseen }: { readonly isUnseen: boolean },
): LabelledAnswer[] {
  return set.asked.map((asked, at): LabelledAnswer => {
    const encoded = (candidates[at] ?? []).map(({ pairId, text, vectorScore }) => ({
      ...{ answer: pairId, text, vectorScore: vectorScore ?? 0 },
    }));
    const found = findSameQuestion(asked.text, encoded);
    return {
      ...{ corpus: `matched_${set.name}`, domain: 'matched', kind: 'matched', isUnseen },
      part: asked.half === 'tune' && !isUnseen ? 'fit' : 'report',
      isAnswerable: asked.rightId !== null,
      isForeign: false,
      given: found === null || found.probability < sameQuestionMin(found) ? null : markMatch(asked, found),
    };
  });
}

function markMatch({ text, rightId }: QuestionTerms, found: LikeliestQuestion): MarkedEvidence {
  const { probability, margin, answer } = found;
  const draft: QuotedDraft = {
    kind: 'quoted',
    lead: '',
    sourceType: 'qna',
    support: [],
    judgement: null,
    found: { kind: 'curated_meaning', probability, margin },
  };
  const isRight = answer === rightId;
  return { evidence: evidenceOf(draft, { question: text, tier: 0 }), caps: [], isRight, helps: isRight };
}
