import { none } from '@avow/contract';
import type { AnswerFacts } from './answer-facts.ts';
import { compareCitations } from './compare-citations.ts';
import { compareGuardrails } from './compare-guardrails.ts';
import type { Difference } from './difference.ts';

export interface Compared {
  readonly was: AnswerFacts;
  readonly now: AnswerFacts;
}

/** All differences between an answer and the recorded one: what was said first, then how it was reached. */
export function compareAnswers({ was, now }: Compared): Difference[] {
  const [before, after] = [was.response, now.response];
  const differences: Difference[] = [
    { kind: 'status', was: before.status, now: after.status },
    { kind: 'answer', was: before.answer, now: after.answer },
    { kind: 'source', was: before.source_type, now: after.source_type },
    { kind: 'reason', was: reasonOf(was), now: reasonOf(now) },
    ...compareCitations({ was: before.citations, now: after.citations }),
    { kind: 'related', was: relatedOf(was), now: relatedOf(now) },
    { kind: 'looked_up_as', was: was.refinedQuestion, now: now.refinedQuestion },
    ...compareConfidence({ was, now }),
    ...compareGuardrails({ was: before.guardrails, now: after.guardrails }),
    ...compareModels({ was, now }),
    ...compareProcessing({ was, now }),
    { kind: 'packs', was: packsOf(was), now: packsOf(now) },
  ];
  // The same words from another place are a different citation.
  return differences.filter(({ kind, was: one, now: other }) => kind === 'citation' || one !== other);
}

function reasonOf({ response: { agent_context: context } }: AnswerFacts): string | null {
  return context.blocked_reason === none ? context.no_answer_cause : context.blocked_reason;
}

/** The places that were named; null: none. */
function relatedOf({ response: { related } }: AnswerFacts): string | null {
  const places = related.map(({ source, headings }) =>
    headings === '' ? source : `${source} › ${headings}`,
  );
  return places.length === 0 ? null : places.join(', ');
}

function compareConfidence({ was, now }: Compared): Difference[] {
  const [before, after] = [was.response.confidence, now.response.confidence];
  const kind = 'confidence';
  const scores: Difference[] = [
    { kind, part: 'score', was: before.score, now: after.score },
    { kind, part: 'band', was: before.band, now: after.band },
  ];
  // If one side was not scored, there is no model to compare.
  if (was.scored === null || now.scored === null) return scores;
  return [
    ...scores,
    { kind, part: 'model', was: was.scored.model, now: now.scored.model },
    { kind, part: 'calibration', was: was.scored.calibration, now: now.scored.calibration },
  ];
}

function compareModels({ was, now }: Compared): Difference[] {
  const [before, after] = [was.response.model_info, now.response.model_info];
  const kind = 'model';
  return [
    { kind, part: 'refinement', was: before.refinement_model, now: after.refinement_model },
    { kind, part: 'answering', was: before.summarization_model, now: after.summarization_model },
    { kind, part: 'checking', was: before.guardrail_model, now: after.guardrail_model },
  ];
}

function compareProcessing({ was, now }: Compared): Difference[] {
  const [before, after] = [was.response.processing, now.response.processing];
  const kind = 'processing';
  return [
    { kind, part: 'tier', was: before.model_tier, now: after.model_tier },
    { kind, part: 'degraded', was: before.degraded_mode, now: after.degraded_mode },
    { kind, part: 'routing', was: before.routing_source, now: after.routing_source },
  ];
}

function packsOf({ packVersions }: AnswerFacts): string {
  return packVersions
    .map(({ packId, version }) => `${packId} version ${version}`)
    .toSorted()
    .join(', ');
}
