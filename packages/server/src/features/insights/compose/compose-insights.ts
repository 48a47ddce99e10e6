import { createScoring } from '@avow/answering/score';
import { systemClock } from '@avow/foundation';
import type { GuardrailPolicies } from '@avow/guardrails/policies';
import type { Installation } from '../../../app/installation.ts';
import { openEncoder } from '../../../app/models/open-embedded-models.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import type { ContentPacks } from '../../content/content.ts';
import type { FeedbackOperations } from '../../feedback/feedback.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import { createInsights } from '../create-insights.ts';
import type { CuratedPreview, Insights } from '../insights.ts';
import { createPairPreview } from '../preview/create-pair-preview.ts';
import { createQuestionVectors, type QuestionVectors } from '../unanswered/question-vectors.ts';

/** Insights over many messages, and the embedding of their questions in the background. */
export function composeInsights(
  {
    data,
    encoder,
    budgets,
    clock,
    log,
  }: Required<Pick<Installation, 'data' | 'encoder' | 'budgets' | 'clock' | 'log'>>,
  also: {
    readonly packs: ContentPacks;
    readonly packSearch: SelfRepairingSearch;
    readonly policies: GuardrailPolicies;
    readonly feedbackOperations: Pick<FeedbackOperations, 'readCalibration' | 'findAudience'>;
    readonly hasQuestions: () => boolean;
  },
): {
  readonly insights: Insights;
  readonly pairPreview: CuratedPreview;
  close(): Promise<void>;
} {
  const { hasQuestions, feedbackOperations, packSearch, ...others } = also;
  const rest = { ...others, calibrations: feedbackOperations, audiences: feedbackOperations };
  const { content, insights, feedback, records } = data.store;
  const onFailure = (error: unknown) => log.error({ err: error }, 'questions could not be embedded');
  const vectors =
    encoder === null ? null : createQuestionVectors({ encoder, insights, records, hasQuestions, onFailure });
  return {
    insights: createInsights({
      ...{ ...rest, content, insights, feedback, records, vectors, budgets, nowMs: clock.nowMs },
    }),
    pairPreview: composePairPreview({ data, encoder, clock }, { packSearch, vectors }),
    close: async () => vectors?.stop(),
  };
}

/** Previews of curated pairs, for the service and for the command line alike. */
function composePairPreview(
  { data, encoder, clock }: Required<Pick<Installation, 'data' | 'encoder' | 'clock'>>,
  also: { readonly packSearch: SelfRepairingSearch; readonly vectors: QuestionVectors | null },
): CuratedPreview {
  const { content: knowledge, insights, records, golden, feedback } = data.store;
  return createPairPreview({
    ...{ knowledge, insights, records, golden, encoder, vectors: also.vectors, nowMs: clock.nowMs },
    search: also.packSearch,
    scoring: createScoring({ calibrations: feedback, clock }),
  });
}

/** Opens previews of curated pairs without a service, with the same encoder as the service has. */
export async function openPairPreview({
  config,
  data,
  packSearch,
  onFailure,
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly packSearch: SelfRepairingSearch;
  readonly onFailure: (error: unknown) => void;
}): Promise<CuratedPreview & { close(): Promise<void> }> {
  const encoder = await openEncoder(config);
  const { insights, records } = data.store;
  const vectors =
    encoder === null
      ? null
      : createQuestionVectors({ encoder, insights, records, hasQuestions: () => false, onFailure });
  const { preview } = composePairPreview({ data, encoder, clock: systemClock }, { packSearch, vectors });
  return {
    preview,
    close: async () => {
      await vectors?.stop();
      await encoder?.close();
    },
  };
}
