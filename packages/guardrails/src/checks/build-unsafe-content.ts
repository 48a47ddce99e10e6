import type { UnsafeKind } from '@avow/contract/guardrails';
import { runSteps, type Steps } from '@avow/foundation/concurrency';
import type { Screener } from '@avow/inference';
import type { CheckCall, Verdict } from '../guardrail.ts';
import type { View } from '../views/build-part-views.ts';
import { buildSharedViews } from '../views/build-shared-views.ts';
import { askSecondOpinion, worstOf } from './assess-unsafe.ts';
import {
  type BuildCheck,
  type CheckDependencies,
  type CheckGiven,
  faulty,
  nameStage,
} from './check-builder.ts';
import { unsafeThresholds } from './classifier-thresholds.ts';
import { decide } from './decide.ts';
import { findUnsafeView } from './find-unsafe-view.ts';

/** In a longer text one bad sentence drowns among harmless ones, and the classifier misses it. */
const scoredUnitsMax = 200;
const names: Readonly<Record<UnsafeKind, string>> = {
  hate: 'hateful',
  harassment: 'harassing or threatening',
  self_harm: 'about harming oneself',
  sexual: 'sexually explicit',
  violence: 'violent',
  weapons: 'about getting or making weapons',
  crime: 'about committing a crime',
};

/**
 * Hate, harassment, self-harm, sexual content, violence, weapons and crime, each with its own score and threshold. Text in
 * disguise counts as well.
 */
export const buildUnsafeContent: BuildCheck<'unsafe_content'> = (given, parts) => {
  const { screener } = parts;
  if (screener === null) return faulty([], 'Needs a screening model, which is not installed');
  const clear = `${nameStage(given.stage)} is not unsafe.`;
  return {
    kind: 'text',
    ...(parts.guardModel === null ? {} : { varies: true }),
    check: (input, call) => {
      const conclude = (toScreen: readonly string[]): Verdict | Promise<Verdict> =>
        toScreen.length === 0
          ? decide({ score: 0, reasoning: { found: clear, clear }, models: namesOf(parts.classifier) }, given)
          : screenTexts({ ...given, clear }, { ...parts, screener }, { texts: toScreen, ...call });
      const toScreen = runSteps(
        findTextsToScreen(input.text, buildSharedViews(input), parts.classifier),
        call.signal,
      );
      return 'then' in toScreen ? toScreen.then(conclude) : conclude(toScreen);
    },
  };
};

/** What a model has to screen: the original text and what it hides, unless the classifier finds them clearly harmless. */
export function* findTextsToScreen(
  text: string,
  views: Steps<readonly View[]>,
  classifier: CheckDependencies['classifier'],
): Steps<readonly string[]> {
  if (text.trim() === '') return [];
  const scored = text.length > scoredUnitsMax ? undefined : classifier?.score(text).unsafe;
  const plain = scored !== undefined && scored < unsafeThresholds.clear ? [] : [text];
  const disguised = yield* findUnsafeView(yield* views, classifier);
  return disguised === null ? plain : [...plain, disguised];
}

async function screenTexts(
  { settings, threshold, action, stage, clear }: CheckGiven<'unsafe_content'> & { readonly clear: string },
  { classifier, screener, guardModel }: CheckDependencies & { readonly screener: Screener },
  { texts, signal, owner }: CheckCall & { readonly texts: readonly string[] },
): Promise<Verdict> {
  const screened = await screener.screen(texts, { signal, owner });
  if (screened?.length !== texts.length) throw new Error('the text could not be screened');
  const worst = screened
    .map(({ unsafe }, position) => ({
      found: worstOf(unsafe, (kind) => settings.thresholds[kind] ?? threshold),
      text: texts[position] ?? '',
      isSuspicious: settings.flag_from !== null && Math.max(...Object.values(unsafe)) >= settings.flag_from,
    }))
    .reduce((one, other) => (other.found.score > one.found.score ? other : one));
  const { found, text, isSuspicious } = worst;
  const second = await askSecondOpinion(guardModel, found, { text, signal });
  const score = typeof second === 'number' ? second : found.score;
  const reasoning = { found: `${nameStage(stage)} seems to be ${names[found.kind]}.`, clear };
  const rounded = Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000;
  const suspected = isSuspicious && typeof second !== 'number';
  const models = [
    ...namesOf(classifier),
    screener.name,
    ...(typeof second === 'number' ? namesOf(guardModel) : []),
  ];
  const facts = { reasoning, models, concern: found.kind, isSuspicious: suspected };
  return decide({ score: rounded, degraded: second === 'late', ...facts }, { action, threshold: 0.5 });
}

function namesOf(model: { readonly name: string } | null): readonly string[] {
  return model === null ? [] : [model.name];
}
