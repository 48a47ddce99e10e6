import { runStepsSync, type Steps } from '@avow/foundation/concurrency';
import {
  assessAttacks,
  findTextsToScreen,
  guardrailIds,
  type View,
  worstOf,
} from '@avow/guardrails/testing/checks';
import type { Screener, Screening } from '@avow/inference';
import { callLimits } from '../../in-calls.ts';
import type { MeasuredParts } from '../measured-parts.ts';
import { usualPolicy } from '../usual-guardrail.ts';

/** Whether a check finds a text by these views, at the threshold of the default policy. */
export type JudgeViews = (text: string, views: readonly View[]) => Promise<boolean>;

export type ViewCheck = 'prompt' | 'passage' | 'unsafe';

/** The checks that read disguised text, with every part of an installation. */
export function createViewJudges({
  classifier,
  screener,
}: MeasuredParts): Readonly<Record<ViewCheck, JudgeViews>> {
  if (classifier === null || screener === null)
    throw new Error(
      'Views are measured with the n-gram classifier and the screening model: both are needed.',
    );
  const remembering = rememberScreenings(screener);
  const { guardrails } = usualPolicy({ hasScreener: true });
  const entryOf = (id: string) => {
    const entry = guardrails.find((one) => one.id === id);
    if (entry === undefined) throw new Error(`there is no guardrail ${id} in the default policy`);
    return entry;
  };
  const judgeAttack =
    (threshold: number, closely: boolean): JudgeViews =>
    async (text, views) => {
      const viewsOf = () => stepsOf(views);
      const parts = { classifier, screener: remembering };
      const [found] = await assessAttacks([text], parts, { ...callLimits, closely, viewsOf });
      return found !== undefined && found.score > 0 && found.score >= threshold;
    };
  const unsafe = entryOf(guardrailIds.unsafeContent);
  const thresholds = unsafe.check === 'unsafe_content' ? unsafe.settings.thresholds : {};
  return {
    prompt: judgeAttack(entryOf(guardrailIds.promptAttack).threshold, false),
    passage: judgeAttack(entryOf(guardrailIds.indirectInjection).threshold, true),
    unsafe: async (text, views) => {
      const texts = runStepsSync(findTextsToScreen(text, stepsOf(views), classifier));
      const screened = texts.length === 0 ? [] : await remembering.screen(texts, callLimits);
      if (screened === null) throw new Error('the text could not be screened');
      return screened.some(
        (one) => worstOf(one.unsafe, (kind) => thresholds[kind] ?? unsafe.threshold).score >= 0.5,
      );
    },
  };
}

// biome-ignore lint/correctness/useYield: views that are already built take no steps.
function* stepsOf(views: readonly View[]): Steps<readonly View[]> {
  return views;
}

const rememberedMax = 20_000;

/** Without one reading, a text mostly has the same views, so the model scores each view once. */
function rememberScreenings(screener: Screener): Screener {
  const known = new Map<string, Promise<Screening | null>>();
  const screenOne = (text: string): Promise<Screening | null> => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= rememberedMax) known.clear();
    const screening = screener.screen([text], callLimits).then((all) => all?.[0] ?? null);
    known.set(text, screening);
    return screening;
  };
  return {
    ...screener,
    screen: async (texts) => {
      const all = await Promise.all(texts.map(screenOne));
      return all.includes(null) ? null : all.filter((one) => one !== null);
    },
  };
}
