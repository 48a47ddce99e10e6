import type { CheckDependencies } from '@avow/guardrails';
import type { Screener, TextClassifier } from '@avow/inference';
import { callLimits } from '../in-calls.ts';
import type { ModelFacts } from '../read-model-facts.ts';

/** The parts of an installation, and how its models were trained. */
export interface MeasuredParts extends Pick<CheckDependencies, 'classifier' | 'screener' | 'encoder'> {
  readonly facts: ModelFacts;
  /** Model names for the report. */
  readonly names: readonly string[];
  close(): Promise<void>;
}

/** A combination of parts to measure a check with, cheapest first. */
export interface Setup {
  readonly name: 'rules' | 'rules, classifier' | 'rules, classifier, model';
  readonly parts: CheckDependencies;
  /** How many texts the model has read so far. */
  readonly asked: () => number;
}

/** All combinations of the available parts. */
export function setupsOf({ classifier, screener, encoder }: MeasuredParts): Setup[] {
  const setup = (
    name: Setup['name'],
    use: { readonly classifier: TextClassifier | null; readonly screener: Screener | null },
  ): Setup => {
    const counting = use.screener === null ? null : countAsked(use.screener);
    return {
      name,
      parts: {
        classifier: use.classifier,
        screener: counting?.screener ?? null,
        encoder,
        guardModel: null,
        hasJudge: false,
      },
      asked: () => counting?.asked() ?? 0,
    };
  };
  return [
    setup('rules', { classifier: null, screener: null }),
    ...(classifier === null ? [] : [setup('rules, classifier', { classifier, screener: null })]),
    ...(screener === null ? [] : [setup('rules, classifier, model', { classifier, screener })]),
  ];
}

/** The setup with all available parts, as in an installation. */
export function fullSetup(parts: MeasuredParts): Setup {
  const setup = setupsOf(parts).at(-1);
  if (setup === undefined) throw new Error('there is no setup');
  return setup;
}

function countAsked(screener: Screener): { readonly screener: Screener; readonly asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    screener: {
      ...screener,
      // Without a time limit: otherwise a busy machine would change the results.
      screen: (texts) => {
        asked += texts.length;
        return screener.screen(texts, callLimits);
      },
    },
  };
}
