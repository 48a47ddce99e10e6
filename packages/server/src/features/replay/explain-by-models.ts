import type { Evidence } from '@avow/answering/score';
import { none } from '@avow/contract/values';
import type { Explain } from './circumstances.ts';
import { type ComparedAnswer, isOfScore, isOfWhatWasSaid, type ReplayDifference } from './compare-answers.ts';

/** The record names a model that this installation does not have. */
export const byMissingModel: Explain = (difference, circumstances) => {
  if (!isOfTheMaking(difference)) return null;
  const { was, installed } = circumstances;
  const { model_tier: tier } = was.response.processing;
  const { refinement_model: refiner, summarization_model: writer } = was.response.model_info;
  if (tier > 0 && !installed.tiers.some((one) => one.tier === tier))
    return { kind: 'missing_model', words: `${writer} answered at tier ${tier}, which is not set up here.` };
  if (tier === 0 && writer !== none && installed.reader === null)
    return { kind: 'missing_model', words: `${writer} read the sources, and there is no reader here.` };
  // The model that answered may also have translated the question.
  const names = [installed.refinement, ...installed.tiers.map(({ name }) => name)];
  if (refiner !== none && !names.includes(refiner))
    return { kind: 'missing_model', words: `${refiner} refined the question, and is not set up here.` };
  return null;
};

export const bySpentBudget: Explain = (difference, { was, installed }) => {
  if (!installed.isBudgetSpent || !isOfTheMaking(difference)) return null;
  if (was.response.processing.model_tier === 0 && was.response.model_info.refinement_model === none)
    return null;
  const words = "The tenant's budget for language models is exhausted: none was called.";
  return { kind: 'budget', words };
};

export const byEmbeddedModel: Explain = (difference, { was, now }) => {
  if (!isOfTheMaking(difference) && difference.kind !== 'guardrail') return null;
  const pairs = [embeddedOf(was), embeddedOf(now)] as const;
  const changed = pairs[0].flatMap((name, part) => {
    const other = pairs[1][part];
    return name === none || other === none || other === undefined || name === other
      ? []
      : [`${name} then, ${other} now`];
  });
  if (changed.length === 0) return null;
  return { kind: 'embedded_model', words: `Another embedded model took part: ${changed.join('; ')}.` };
};

/** The embedded models: those that answered at tier 0 and those that judged the answer. */
function embeddedOf({ response }: ComparedAnswer): readonly string[] {
  const { summarization_model: answering, guardrail_model: judging } = response.model_info;
  return [response.processing.model_tier === 0 ? answering : none, judging];
}

export const byLanguageModel: Explain = (difference, { was, now }) => {
  if (!isOfTheMaking(difference) && !isOfStage(difference, ['output'])) return null;
  const [before, after] = [languageModelsOf(was), languageModelsOf(now)];
  const names = [...new Set([...before, ...after])];
  if (names.length === 0) return null;
  const words =
    before.join() === after.join()
      ? `${names.join(' and ')} took part: a language model need not say the same twice.`
      : `Other language models took part: ${before.join(', ') || 'none'} then, ${after.join(', ') || 'none'} now.`;
  return { kind: 'language_model', words };
};

function languageModelsOf({ response }: ComparedAnswer): string[] {
  const { refinement_model: refining, summarization_model: answering } = response.model_info;
  const written = response.processing.model_tier > 0 ? answering : none;
  return [...new Set([refining, written])].filter((name) => name !== none);
}

/** A score that was computed differently, and what it withheld. */
export const byScoring: Explain = (difference, { was, now }) => {
  if (was.scored === null || now.scored === null) return null;
  const isDecidedByScore = was.scored.isWithheld !== now.scored.isWithheld && isOfWhatWasSaid(difference);
  if (difference.kind !== 'confidence' && !isDecidedByScore) return null;
  if (was.scored.model !== now.scored.model) {
    const words = `Another model scores answers: ${was.scored.model} then, ${now.scored.model} now.`;
    return { kind: 'confidence_model', words };
  }
  const [before, after] = [was.scored.calibration, now.scored.calibration];
  if (before === after) return null;
  const words = `Another calibration of the tenant is in force: ${revision(before)} then, ${revision(after)} now.`;
  return { kind: 'calibration', words };
};

function revision(calibration: number | null): string {
  return calibration === null ? 'none' : `revision ${calibration}`;
}

export const byOtherAnswer: Explain = (difference, { differences }) => {
  const isOther = differences.some(({ kind }) => kind === 'answer' || kind === 'citation');
  const follows = isOfStage(difference, ['retrieval', 'output']) || isOfScore(difference);
  if (!isOther || !follows) return null;
  return { kind: 'other_answer', words: 'It is about another answer.' };
};

/** The same answer with different evidence. */
export const byEvidence: Explain = (difference, { was, now, differences }) => {
  if (!isOfScore(difference)) return null;
  if (differences.some(({ kind }) => kind === 'answer')) return null;
  if (was.scored === null || now.scored === null) return null;
  const measured = compareEvidence(was.scored.evidence, now.scored.evidence);
  if (measured.length === 0) return null;
  return { kind: 'evidence', words: `Measured of the answer: ${measured.join(', ')}.` };
};

function compareEvidence(was: Evidence, now: Evidence): string[] {
  const name = (value: number | undefined) => (value === undefined ? 'not measured' : value.toFixed(4));
  const features = new Set([...Object.keys(was.features), ...Object.keys(now.features)]);
  const method = was.method === now.method ? [] : [`method ${was.method} then, ${now.method} now`];
  const measured = [...features].flatMap((feature) => {
    const [before, after] = [was, now].map((side) => side.features[feature as keyof Evidence['features']]);
    return before === after ? [] : [`${feature} ${name(before)} then, ${name(after)} now`];
  });
  return [...method, ...measured];
}

/** Whether the model that answered may explain the difference. */
function isOfTheMaking(difference: ReplayDifference): boolean {
  const { kind } = difference;
  return (
    isOfWhatWasSaid(difference) ||
    kind === 'looked_up_as' ||
    kind === 'model' ||
    (kind === 'processing' && difference.part !== 'routing') ||
    isOfScore(difference)
  );
}

function isOfStage(difference: ReplayDifference, stages: readonly string[]): boolean {
  return difference.kind === 'guardrail' && stages.includes(difference.stage);
}
