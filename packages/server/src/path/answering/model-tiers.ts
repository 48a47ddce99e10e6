import type { AnswerFound, AnsweringSteps, FailedTier } from '@avow/answering';
import type { RoutingSource } from '@avow/contract';
import type { FilterOutcome } from '@avow/guardrails';
import type { UnderstoodQuery } from '../query.ts';
import type { OtherDraft, SearchMade } from './drafts.ts';

export type TierModel = AnsweringSteps['tiers'][number];

/** The tiers of language models that may be asked, best first. */
export function tiersFrom(
  { tiers }: Pick<AnsweringSteps, 'tiers'>,
  { start, mayAskModels, failedTiers }: Pick<UnderstoodQuery, 'start' | 'mayAskModels' | 'failedTiers'>,
): readonly TierModel[] {
  if (!mayAskModels || start.tier === 0) return [];
  const hasFailed = (model: TierModel) => failedTiers.some(({ tier }) => tier === model.tier);
  return tiers.filter((model) => model.tier >= start.tier && !hasFailed(model));
}

/** Whether no embedded model reads for the answer before a language model is asked. */
export function beginsWithModel(
  steps: Pick<AnsweringSteps, 'tiers'>,
  query: Pick<UnderstoodQuery, 'start' | 'mayAskModels' | 'failedTiers' | 'admission' | 'guard'>,
): boolean {
  return tiersFrom(steps, query).length > 0 && sureFrom(query) === null;
}

/** How sure an embedded model must be to answer instead of a language model. Null: it is not asked first. */
export function sureFrom(query: Pick<UnderstoodQuery, 'start' | 'admission' | 'guard'>): number | null {
  const { start, guard } = query;
  return start.by === 'client' || needsModel(query) ? null : guard.answering.reader_confidence_min;
}

/** Only a language model can fill in a schema that the client has given. */
export function needsModel({ admission }: Pick<UnderstoodQuery, 'admission'>): boolean {
  return admission.request.answer_schema !== undefined;
}

/** The result of trying the model tiers in order. */
export interface TiersOutcome extends AnswerFound {
  /** The tier that answered, or that ended the search without an answer. */
  readonly tier: number;
  readonly routing: RoutingSource;
  /** The tiers that failed, in that order. */
  readonly failedTiers: readonly FailedTier[];
  /** A language model said what the sources do not, and no tier may answer in its place. */
  readonly isUngrounded: boolean;
  /** A language model had to answer, and none could. */
  readonly isOutOfModels: boolean;
  /** What was compared with the answer, and rests on other words; null: nothing. */
  readonly other: OtherDraft | null;
  /** What the language model asked to look up. */
  readonly searches: readonly SearchMade[];
  /** The guardrails' outcome on all passages. */
  readonly filtered: FilterOutcome;
}
