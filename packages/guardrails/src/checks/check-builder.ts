import type { CheckSettings, GuardrailCheck, GuardrailEntry } from '@avow/contract/guardrails';
import type { Encoder, GuardModel, Screener, TextClassifier } from '@avow/inference';
import type { PassagesCheck, TextCheck, TextGuardrail } from '../guardrail.ts';
import type { PassageScreening } from './passage-screening.ts';
import type { PolicyAllowance } from './policy-allowance.ts';

/** What checks depend on. Null: not installed, or not wanted by the operator. */
export interface CheckDependencies {
  readonly classifier: TextClassifier | null;
  readonly screener: Screener | null;
  readonly encoder: Pick<Encoder, 'name' | 'encodeQuestion'> | null;
  readonly guardModel: GuardModel | null;
  /** Whether a model judges every answer from documents. */
  readonly hasJudge: boolean;
  /** Of these models, with results that are stored. Left out: results are kept in memory. */
  readonly screening?: PassageScreening;
}

/** The part of a guardrail's entry that its check needs. */
export type CheckGiven<Check extends GuardrailCheck> = Pick<
  GuardrailEntry,
  'stage' | 'action' | 'threshold' | 'timeout_ms'
> & { readonly settings: CheckSettings<Check> };

/** A fault in the settings of a check. `path` is relative to the guardrail. */
export interface CheckFault {
  readonly path: ReadonlyArray<string | number>;
  readonly message: string;
}

/** A check, or why it cannot be built. */
export type BuiltCheck =
  | {
      readonly kind: 'text';
      readonly check: TextCheck;
      readonly target?: 'question';
      /** The same text may get a different verdict the next time, as from a language model. */
      readonly varies?: true;
      /**
       * For an enforced check of answers that does more than flag: what it may do to an answer of which only the beginning
       * is known. Left out: it must see the whole answer first.
       */
      readonly reach?: TextGuardrail['reach'];
      readonly settledBefore?: TextGuardrail['settledBefore'];
    }
  | { readonly kind: 'passages'; readonly check: PassagesCheck }
  | { readonly kind: 'faulty'; readonly faults: readonly CheckFault[] };

/** `allowance`: what is left of the limits of the policy; left out, the check is the only one. */
export type BuildCheck<Check extends GuardrailCheck> = (
  given: CheckGiven<Check>,
  parts: CheckDependencies,
  allowance?: PolicyAllowance,
) => BuiltCheck;

/** The subject of reasons at this stage. */
export function nameStage(stage: GuardrailEntry['stage']): 'The prompt' | 'The answer' {
  return stage === 'output' ? 'The answer' : 'The prompt';
}

export function faulty(path: CheckFault['path'], message: string): BuiltCheck {
  return { kind: 'faulty', faults: [{ path, message }] };
}
