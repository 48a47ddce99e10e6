import type { CapCauses, Draft, Evidence, Scored, ScoreRules } from '@avow/answering';
import type { ConfidenceCap } from '@avow/contract';
import type { Guard } from '@avow/guardrails';
import type { PathDependencies } from './path-dependencies.ts';
import type { AnsweredQuery, AnswerVerdict, UnderstoodQuery, VerifiedQuery } from './query.ts';
import { keepDrafts } from './recording/keep-drafts.ts';
import type { Answered, Blocked, InReview, NotCovered } from './recording/outcome.ts';
import { blockAnswer, traceQuery } from './recording/trace-query.ts';
import { explainNoAnswer } from './scoring/explain-no-answer.ts';
import { wrapAnswer } from './verification/compose-answer.ts';

type PassedVerdict = Extract<AnswerVerdict, { readonly kind: 'passed' }>;

/** Turns a verdict into the outcome: an answer that is certain enough, one for a person to decide on, or why there is none. */
export async function scoreOutcome(
  path: PathDependencies,
  query: VerifiedQuery,
): Promise<Answered | NotCovered | Blocked | InReview> {
  const outcome = await decideOutcome(path, query);
  // What may not be shown is not kept either.
  return outcome.kind === 'blocked' ? outcome : { ...outcome, drafts: await keepDrafts(query) };
}

async function decideOutcome(
  path: PathDependencies,
  query: VerifiedQuery,
): Promise<Answered | NotCovered | Blocked | InReview> {
  const { verdict } = query;
  if (verdict.kind === 'blocked') return blockAnswer(query, verdict);
  if (verdict.kind === 'unanswered') return await explainNoAnswer(path, query, verdict);
  const scored = scoreDraft(path, query, verdict);
  if (scored.isWithheld) return await explainNoAnswer(path, query, { cause: 'below_risk_level', scored });
  const { draft, shown, output } = verdict;
  const { quotesRedacted, sources, sourcesRedacted } = output;
  const traces = traceQuery(query, { output, routing: query.routing });
  const { answer_format: format } = query.admission.request;
  const answered: Answered = {
    ...traces,
    kind: 'answered',
    ...wrapAnswer(format, { answer: output.text, citations: shown.citations }, draft),
    ...{ draft, quotesRedacted, sources, sourcesRedacted, scored },
  };
  const { below } = query.guard.review;
  return below !== null && scored.score < below ? { ...traces, kind: 'in_review', answered } : answered;
}

/** How likely a draft is right, before any cap: caps lower whatever is answered. */
export function estimateProbability(
  { scoring }: Pick<PathDependencies, 'scoring'>,
  { scorer, question }: UnderstoodQuery,
  { draft, tier }: { readonly draft: Draft; readonly tier: number },
): number {
  return scorer.probabilityOf(scoring.evidenceOf(draft, { question: question.text, tier }));
}

/** How certain the service is of a draft that passed the checks, under the rules of the policy. */
function scoreDraft(path: PathDependencies, query: AnsweredQuery, verdict: PassedVerdict): Scored {
  const { draft } = verdict;
  // A cached answer is scored by the evidence from when it was found.
  const evidence = query.evidence ?? findEvidence(path, query, draft);
  return query.scorer.score(evidence, {
    capCauses: findCapCauses(query, verdict),
    isTranslated: draft.kind === 'written' && typeof draft.translatedFrom === 'string',
    rules: readRules(query.guard),
  });
}

/** Curated answers come again and again, word for word. */
function findEvidence(
  { scoring, memory }: PathDependencies,
  { tier, question }: AnsweredQuery,
  draft: Draft,
): Evidence {
  const find = () => scoring.evidenceOf(draft, { question: question.text, tier });
  if (draft.sourceType !== 'qna') return find();
  const texts = [question.text, tier, JSON.stringify(draft)];
  return memory.recall({ tenantId: question.tenantId, kind: 'evidence', texts }, find);
}

function readRules({ bands, confidence: { withhold_below: riskLevel, caps } }: Guard): ScoreRules {
  return { bands, riskLevel, caps };
}

function findCapCauses(query: AnsweredQuery, { draft, output }: PassedVerdict): CapCauses {
  const { input, filtered, refinement, guard } = query;
  const holds: Readonly<Record<ConfidenceCap, boolean>> = {
    degraded: query.isDegraded || refinement.isDegraded,
    failed_open: [input, filtered, output].some(({ degraded }) => degraded),
    // The policy may let an answer through although a grounding check objects.
    unsupported: !guard.isGrounded(output.results),
    conflicting_sources: draft.disagrees === true,
  };
  return new Set((Object.keys(holds) as ConfidenceCap[]).filter((cause) => holds[cause]));
}
