import type { ServedContent } from '@avow/answering';
import { createScoring } from '@avow/answering/score';
import type { GuardrailPolicies } from '@avow/guardrails/policies';
import type { AppParts } from '../../../app/app-parts.ts';
import type { ContentPacks } from '../../content/content.ts';
import { type ContentSearch, createContentSearch } from '../../content/search-content.ts';
import { type CuratedPreview, createPairPreview } from '../../curated/preview/create-pair-preview.ts';
import type { FeedbackOperations } from '../../feedback/feedback.ts';
import type { SelfRepairingSearch } from '../../publication/indexing/self-repairing-search.ts';
import { createInsights } from '../create-insights.ts';
import type { Insights } from '../insights.ts';
import { createQuestionVectors, type QuestionVectors } from '../unanswered/question-vectors.ts';

/** Insights over many messages, and the embedding of their questions in the background. */
export function composeInsights(
  {
    data,
    encoder,
    budgets,
    clock,
    log,
  }: Required<Pick<AppParts, 'data' | 'encoder' | 'budgets' | 'clock' | 'log'>>,
  also: {
    readonly packs: ContentPacks;
    readonly packSearch: SelfRepairingSearch;
    readonly served: ServedContent;
    readonly policies: GuardrailPolicies;
    readonly feedbackOperations: Pick<FeedbackOperations, 'readCalibration' | 'findAudience'>;
    readonly hasQuestions: () => boolean;
  },
): {
  readonly insights: Insights;
  readonly pairPreview: CuratedPreview;
  readonly contentSearch: ContentSearch;
  close(): Promise<void>;
} {
  const { hasQuestions, feedbackOperations, packSearch: search, served: content, ...others } = also;
  const rest = { ...others, calibrations: feedbackOperations, audiences: feedbackOperations };
  const { insights, feedback, records } = data.store;
  const onFailure = (error: unknown) => log.error({ err: error }, 'questions could not be embedded');
  const vectors =
    encoder === null ? null : createQuestionVectors({ encoder, insights, records, hasQuestions, onFailure });
  return {
    insights: createInsights({ ...rest, insights, feedback, records, vectors, budgets, nowMs: clock.nowMs }),
    pairPreview: composePairPreview({ data, encoder, clock }, { packSearch: search, vectors }),
    contentSearch: createContentSearch({ content, search, encoder, nowMs: clock.nowMs }),
    close: async () => vectors?.stop(),
  };
}

/** Previews of curated pairs, for the service and for the command line alike. */
export function composePairPreview(
  { data, encoder, clock }: Required<Pick<AppParts, 'data' | 'encoder' | 'clock'>>,
  also: { readonly packSearch: SelfRepairingSearch; readonly vectors: QuestionVectors | null },
): CuratedPreview {
  const { content: knowledge, insights, records, golden, feedback } = data.store;
  return createPairPreview({
    ...{ knowledge, insights, records, golden, encoder, vectors: also.vectors, nowMs: clock.nowMs },
    search: also.packSearch,
    scoring: createScoring({ calibrations: feedback, clock }),
  });
}
