import type { CheckSettings, GuardrailCheck, GuardrailEntry } from '@avow/contract';
import type { Encoder } from '../../interfaces/encoder.ts';
import type { GuardModel } from '../../interfaces/guard-model.ts';
import type { PassagesCheck, TextCheck, TextGuardrail } from '../../interfaces/guardrail.ts';
import type { Gauge, Screener } from '../../interfaces/screener.ts';
import type { PolicyAllowance } from './policy-allowance.ts';

/** What checks are made of. Null: there is none in this installation, or the operator wants none. */
export interface CheckParts {
  readonly gauge: Gauge | null;
  readonly screener: Screener | null;
  readonly encoder: Pick<Encoder, 'encodeQuestion'> | null;
  readonly guardModel: GuardModel | null;
  /** Whether there is a model that is to judge every answer from documents. */
  readonly hasJudge: boolean;
}

/** A guardrail of a policy, as far as its check needs to know it. */
export type CheckGiven<Check extends GuardrailCheck> = Pick<
  GuardrailEntry,
  'stage' | 'action' | 'threshold' | 'timeout_ms'
> & { readonly settings: CheckSettings<Check> };

/** What is wrong with the settings of a check. `path` is within the guardrail. */
export interface CheckFault {
  readonly path: ReadonlyArray<string | number>;
  readonly message: string;
}

/** A check, or why it cannot be made. */
export type BuiltCheck =
  | {
      readonly kind: 'text';
      readonly check: TextCheck;
      readonly looksAt?: 'question';
      /** The same text may be found to be something else the next time, as by a language model. */
      readonly varies?: true;
      /**
       * At the output, in force, and to do more than to flag: what it may do to an answer of which only the beginning is
       * known. Left out: it must see all of it first.
       */
      readonly reach?: TextGuardrail['reach'];
      readonly settledBefore?: TextGuardrail['settledBefore'];
    }
  | { readonly kind: 'passages'; readonly check: PassagesCheck }
  | { readonly kind: 'faulty'; readonly faults: readonly CheckFault[] };

/** `allowance`: what the policy may still be made of; left out, the check is the only one. */
export type BuildCheck<Check extends GuardrailCheck> = (
  given: CheckGiven<Check>,
  parts: CheckParts,
  allowance?: PolicyAllowance,
) => BuiltCheck;

/** For reasons: what a check at this stage looks at. */
export function subjectOf(stage: GuardrailEntry['stage']): 'The prompt' | 'The answer' {
  return stage === 'output' ? 'The answer' : 'The prompt';
}

export function faulty(path: CheckFault['path'], message: string): BuiltCheck {
  return { kind: 'faulty', faults: [{ path, message }] };
}
