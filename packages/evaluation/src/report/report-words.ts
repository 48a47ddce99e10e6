import type { EvaluationReport, EvaluationResult } from '@avow/contract/evaluation';

/** Describes the subject: "Handbook, version 3". */
export function subjectInWords({
  content_pack,
  subject,
}: Pick<EvaluationReport, 'content_pack' | 'subject'>): string {
  return subject.kind === 'draft'
    ? `${content_pack.name}, draft`
    : `${content_pack.name}, version ${subject.version}`;
}

/** Describes the conditions. */
export function conditionsInWords({ conditions }: Pick<EvaluationReport, 'conditions'>): string {
  const { model_tier, policy } = conditions;
  const tier = model_tier === null ? 'tier set by the policy' : `tier ${model_tier}`;
  const origin = policy.origin === 'in_force' ? 'policy in force' : 'policy given for this run';
  return `${tier}, ${origin} (${policy.version})`;
}

export const outcomeWords: Readonly<Record<EvaluationResult['outcome'], string>> = {
  right: 'right',
  partly: 'partly right',
  wrong: 'wrong',
  refused_rightly: 'rightly not answered',
  refused_wrongly: 'wrongly not answered',
  failed: 'failed',
};

/** Words for the verdicts of a comparison. */
export const verdictWords = { better: 'better', worse: 'worse', unclear: 'no clear difference' } as const;

/** The expected outcome, one sentence each. */
export function expectedInWords({ expects }: Pick<EvaluationResult, 'expects'>): string[] {
  if (expects.kind === 'not_covered') return ['The pack does not answer this.'];
  const { verdict, facts, sources } = expects;
  return [
    ...(verdict === null ? [] : [`An answer that begins with ${verdict}.`]),
    ...facts.map((alternatives) => `It says ${quoteEach(alternatives)}.`),
    ...(sources.length === 0 ? [] : [`It cites ${sources.join(' or ')}.`]),
  ];
}

function quoteEach(alternatives: readonly string[]): string {
  return alternatives.map((text) => `“${text}”`).join(' or ');
}

const replyWords: Readonly<Record<EvaluationResult['reply'], string>> = {
  answered: 'It answered.',
  not_covered: 'It did not answer.',
  blocked: 'A guardrail blocked it.',
  failed: 'It could not be answered.',
};

const causeWords: Readonly<Record<NonNullable<EvaluationResult['no_answer_cause']>, string>> = {
  no_knowledge: 'There was no content to answer from.',
  nothing_found: 'No answer was found.',
  below_risk_level: 'An answer was found but withheld, because its score is below the risk level.',
  ambiguous: 'The question was ambiguous.',
  access_restricted: 'The answer is restricted to other groups.',
  language_not_served: 'The question is in a language that is not served without a language model.',
};

/** The reasons for the outcome, one sentence each. */
export function reasonsInWords(result: EvaluationResult): string[] {
  const { reply, no_answer_cause, stopped_by, problem, missing } = result;
  const cause = no_answer_cause === null ? [] : [causeWords[no_answer_cause]];
  const guardrail = stopped_by === null ? [] : [stopped_by];
  const code = problem === null ? [] : [`The problem was ${problem}.`];
  return [...(reply === 'answered' ? [] : [replyWords[reply]]), ...guardrail, ...cause, ...code, ...missing];
}

/** The score with its band; empty if there was no answer. */
export function scoreInWords({ confidence }: Pick<EvaluationResult, 'confidence'>): string {
  return confidence === null ? '' : `${confidence.score.toFixed(2)} (${confidence.band})`;
}
