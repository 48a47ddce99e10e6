import type { Cause, Circumstances, Explain } from './circumstances.ts';
import { isOfScore, isOfWhatWasSaid, type ReplayDifference } from './compare-answers.ts';
import type { InstallationChange } from './compare-installation.ts';
import {
  byEmbeddedModel,
  byEvidence,
  byLanguageModel,
  byMissingModel,
  byOtherAnswer,
  byScoring,
  bySpentBudget,
} from './explain-by-models.ts';

/** A replay does not wait for a reviewer. */
const byReview: Explain = (difference, { review }) => {
  if (review === null || review.outcome === 'deliver') return null;
  if (!isOfWhatWasSaid(difference) && difference.kind !== 'confidence') return null;
  const words =
    review.outcome === 'expire'
      ? 'The answer was pending review, nobody decided in time, and it was not given.'
      : 'A reviewer blocked the answer.';
  return { kind: 'review', words };
};

const byRestriction: Explain = (difference, { restricted, groups }) => {
  if (restricted.length === 0 || !isAboutTheAnswer(difference)) return null;
  const sources = restricted.map(({ title, groups: kept }) => `“${title}” is kept to ${kept.join(', ')}`);
  const as = groups.length === 0 ? 'a member of no group' : `a member of ${groups.join(', ')}`;
  const words = `${sources.join('; ')}, and the question was asked as ${as}. Name other groups with --groups.`;
  return { kind: 'groups', words };
};

const byHistory: Explain = (difference, { goneBefore }) => {
  if (goneBefore === 0) return null;
  if (!isAboutTheAnswer(difference) && difference.kind !== 'looked_up_as') return null;
  const gone = goneBefore === 1 ? 'A message' : `${goneBefore} messages`;
  const words = `${gone} asked before it in the thread had content that is gone: what it followed cannot be read any more.`;
  return { kind: 'history_gone', words };
};

const byRedaction: Explain = (difference, { isQuestionRedacted }) => {
  if (!isQuestionRedacted || difference.kind !== 'guardrail' || difference.stage !== 'input') return null;
  const words = 'The question is stored with placeholders for what was redacted, and was asked like that.';
  return { kind: 'redacted_question', words };
};

const byLookedUpAs: Explain = (difference, { differences }) => {
  if (!isAboutTheAnswer(difference)) return null;
  if (!differences.some(({ kind }) => kind === 'looked_up_as')) return null;
  return { kind: 'other_question', words: 'A different question was searched for.' };
};

const byCache: Explain = (difference, { was }) => {
  if (was.response.processing.routing_source !== 'cache') return null;
  const isRouting = difference.kind === 'processing' && difference.part === 'routing';
  if (!isRouting && !isOfWhatWasSaid(difference)) return null;
  const words = 'The recorded answer came from the cache; a replay searches again.';
  return { kind: 'cache', words };
};

/** The replay begins with the tier that answered, rather than wait for the earlier ones to fail again. */
const byFallback: Explain = (difference, { was, tierAsked }) => {
  const { routing_source: routing } = was.response.processing;
  if (routing !== 'fallback' || tierAsked === null || difference.kind !== 'processing') return null;
  const words = `Then an earlier tier had failed; the replay began with tier ${tierAsked}, which answered.`;
  return { kind: 'fallback', words };
};

const byDegradation: Explain = (difference, { was, now }) => {
  const wasDegraded = was.response.processing.degraded_mode;
  if (wasDegraded === now.response.processing.degraded_mode) return null;
  if (!isAboutTheAnswer(difference) && difference.kind !== 'model') return null;
  const when = wasDegraded ? 'Then' : 'In the replay';
  return { kind: 'degraded', words: `${when} a model or the search could not take part in full.` };
};

const changeWords = {
  software: ({ was, now }) => `Avow ${was} answered, and this is Avow ${now}.`,
  models: ({ was, now }) => `The models were others: ${was} then, and ${now} now.`,
  settings: ({ was, now }) => `The settings that shape answers were others: ${was} then, and ${now} now.`,
} as const satisfies Readonly<Record<InstallationChange['kind'], (change: InstallationChange) => string>>;

const causeKinds = { software: 'software', models: 'installed_models', settings: 'settings' } as const;

const byInstallation =
  (kind: InstallationChange['kind']): Explain =>
  (difference, { changes }) => {
    const change = changes.find((one) => one.kind === kind);
    if (change === undefined || !isAboutTheAnswer(difference)) return null;
    return { kind: causeKinds[kind], words: changeWords[kind](change) };
  };

function isAboutTheAnswer(difference: ReplayDifference): boolean {
  return isOfWhatWasSaid(difference) || isOfScore(difference);
}

/** The most certain causes first. */
const explanations: readonly Explain[] = [
  byReview,
  byRestriction,
  byHistory,
  byRedaction,
  byInstallation('software'),
  byInstallation('models'),
  byInstallation('settings'),
  byMissingModel,
  bySpentBudget,
  byEmbeddedModel,
  byScoring,
  byFallback,
  byCache,
  byDegradation,
  byLanguageModel,
  byLookedUpAs,
  byOtherAnswer,
  byEvidence,
];

/** Every known cause; empty if none is known: possible causes are not reported. */
export function explainDifference(difference: ReplayDifference, circumstances: Circumstances): Cause[] {
  return explanations.flatMap((explain) => explain(difference, circumstances) ?? []);
}
