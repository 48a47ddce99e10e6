import type { CheckParts } from '@avow/guardrails';
import type { Screener, TextClassifier } from '@avow/inference';
import { callLimits } from '../in-calls.ts';
import type { ModelFacts } from '../read-model-facts.ts';

/** The parts of an installation, and what is known of how its models came about. */
export interface MeasuredParts extends Pick<CheckParts, 'classifier' | 'screener' | 'encoder'> {
  readonly facts: ModelFacts;
  /** The names of the models, for the report. */
  readonly names: readonly string[];
  close(): Promise<void>;
}

/** With which parts a check is measured, from the cheapest on. */
export interface Setup {
  readonly name: 'rules' | 'rules, classifier' | 'rules, classifier, model';
  readonly parts: CheckParts;
  /** How many texts the model has been asked about so far. */
  readonly asked: () => number;
}

/** As many as can be made of what there is. */
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

/** The setup that comes nearest to an installation: with all that there is. */
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
      // However long it takes: on a busy machine a check would otherwise be measured by the machine.
      screen: (texts) => {
        asked += texts.length;
        return screener.screen(texts, callLimits);
      },
    },
  };
}
