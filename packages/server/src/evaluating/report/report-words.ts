import type { EvaluationReport, EvaluationResult } from '@avow/contract';

/** What was asked, in words: "Handbook, version 3". */
export function subjectInWords({
  content_pack,
  subject,
}: Pick<EvaluationReport, 'content_pack' | 'subject'>): string {
  return subject.kind === 'draft'
    ? `${content_pack.name}, draft`
    : `${content_pack.name}, version ${subject.version}`;
}

/** How it was asked, in words. */
export function conditionsInWords({ conditions }: Pick<EvaluationReport, 'conditions'>): string {
  const { model_tier, policy } = conditions;
  const tier = model_tier === null ? 'tier as the policy says' : `tier ${model_tier}`;
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

/** What a comparison says of a figure. */
export const verdictWords = { better: 'better', worse: 'worse', unclear: 'no clear difference' } as const;

/** What a right outcome would have been, one sentence each. */
export function expectedInWords({ expects }: Pick<EvaluationResult, 'expects'>): string[] {
  if (expects.kind === 'not_covered') return ['That the pack does not answer this.'];
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
  blocked: 'A guardrail stopped it.',
  failed: 'It could not be answered.',
};

const causeWords: Readonly<Record<NonNullable<EvaluationResult['no_answer_cause']>, string>> = {
  no_knowledge: 'There was nothing to answer from.',
  nothing_found: 'Nothing was found that answers it.',
  below_risk_level: 'An answer was found, and withheld: its score is below the risk level.',
  ambiguous: 'Several things could have been meant.',
  access_restricted: 'What answers it is kept to other groups.',
};

/** Why it came out as it did, one sentence each. */
export function reasonsInWords(result: EvaluationResult): string[] {
  const { reply, no_answer_cause, stopped_by, problem, missing } = result;
  const cause = no_answer_cause === null ? [] : [causeWords[no_answer_cause]];
  const guardrail = stopped_by === null ? [] : [stopped_by];
  const code = problem === null ? [] : [`The problem was ${problem}.`];
  return [...(reply === 'answered' ? [] : [replyWords[reply]]), ...guardrail, ...cause, ...code, ...missing];
}

/** The score with its band; empty where nothing was answered. */
export function scoreInWords({ confidence }: Pick<EvaluationResult, 'confidence'>): string {
  return confidence === null ? '' : `${confidence.score.toFixed(2)} (${confidence.band})`;
}
