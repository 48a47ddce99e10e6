import type { BlockedReason, GuardrailCategory, GuardrailStage } from '@avow/contract';
import type { AnswerJudgement, Support } from './answering.ts';

/** Words that an answer rests on, beside what is stored at that place now; null where nothing is any more. */
export interface QuotedWords {
  readonly quote: string;
  readonly stored: string | null;
  /** The quote in the form in which the answer shows it. */
  readonly shown: string;
  readonly follows: Support['follows'];
}

/** What a check looks at. `text` is the prompt or the answer; redactions replace parts of it. */
export interface GuardrailInput {
  readonly text: string;
  /** At the output: what the answer quotes. Empty where nothing was answered. */
  readonly quotes: readonly QuotedWords[];
  /** At the output: what the answer says before its quotes. Left out: nothing. */
  readonly lead?: string;
  /** At the output: what a model found that judged the answer. Null: none did. Left out: none was to, as of a curated pair. */
  readonly judgement?: AnswerJudgement | null;
}

export interface Redaction {
  /** UTF-16 offsets into the text checked. */
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** What a check found, in one sentence that repeats nothing sensitive. */
export type Verdict =
  | { readonly kind: 'pass'; readonly reasoning: string; readonly score: number }
  | { readonly kind: 'flag'; readonly reasoning: string; readonly score: number }
  | {
      readonly kind: 'redact';
      readonly reasoning: string;
      readonly score: number;
      readonly redactions: readonly Redaction[];
    }
  | { readonly kind: 'block'; readonly reasoning: string; readonly score: number };

export interface Guardrail {
  readonly id: `grd_${string}`;
  readonly name: string;
  readonly category: GuardrailCategory;
  readonly stage: GuardrailStage;
  /** What `blocked_reason` says when it blocks. */
  readonly blockedReason: BlockedReason;
  /** `closed`: a check that did not run blocks. `open`: it is reported, and the answer is degraded. */
  readonly failMode: 'open' | 'closed';
  readonly timeoutMs: number;
  /** The lines it draws, if any: with others the policy is another version. */
  readonly lines?: Readonly<Record<string, number | boolean>>;
  check(input: GuardrailInput, signal: AbortSignal): Verdict | Promise<Verdict>;
}

/** The guardrails in force, in the order in which they are reported. */
export interface Policy {
  readonly version: string;
  readonly guardrails: readonly Guardrail[];
  /** What is said in place of an answer. */
  readonly messages: { readonly blocked: string; readonly notCovered: string };
  readonly bands: { readonly high: number; readonly medium: number };
}
