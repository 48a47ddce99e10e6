import type { BlockedReason, GuardrailCategory, GuardrailPolicy, GuardrailStage } from '@avow/contract';
import type { AnswerJudgement, Support, WrittenUnit } from './answering.ts';

/** Words that an answer rests on, beside what is stored at that place now; null where nothing is any more. */
export interface QuotedWords {
  readonly quote: string;
  readonly stored: string | null;
  /** The quote in the form in which the answer shows it. */
  readonly shown: string;
  readonly follows: Support['follows'];
}

/** A unit of an answer that a language model wrote, as it is shown. */
export interface WrittenClaim {
  readonly shown: string;
  readonly join: WrittenUnit['join'];
  readonly claims: boolean;
  /** Positions in the input's `quotes`. */
  readonly restsOn: readonly number[];
  readonly judged: WrittenUnit['judged'];
}

/** What a check looks at. `text` is the prompt, the question or the answer; redactions replace parts of it. */
export interface GuardrailInput {
  readonly text: string;
  /** At the output: what the answer quotes. Empty where nothing was answered. */
  readonly quotes: readonly QuotedWords[];
  /** At the output: where the quoted documents are to be found, as far as that is known. Left out: nowhere. */
  readonly urls?: readonly string[];
  /** At the output: what was asked, as it was looked up. */
  readonly question?: string;
  /** At the output: what the answer says before its quotes. Left out: nothing. */
  readonly lead?: string;
  /** At the output: what a model found that judged the answer. Null: none did. Left out: none was to, as of a curated pair. */
  readonly judgement?: AnswerJudgement | null;
  /** At the output: what a language model wrote, unit by unit. Left out: the answer is made of its quotes. */
  readonly written?: readonly WrittenClaim[];
  /** At the output: the text is JSON, and what is written are its values. */
  readonly isJson?: true;
}

/** UTF-16 offsets into the text checked. */
export interface FoundRange {
  readonly start: number;
  readonly end: number;
}

export interface Redaction extends FoundRange {
  readonly placeholder: string;
  /** The placeholder stands for this value, which may be put back for whoever wrote it. Left out: it may not. */
  readonly isReversible?: true;
}

interface VerdictFacts {
  /** What was found, in one sentence that repeats nothing sensitive. */
  readonly reasoning: string;
  readonly score: number;
  /** True where something that should have taken part could not, and the verdict stands on the rest. */
  readonly degraded?: boolean;
}

/** What a check found. */
export type Verdict =
  | (VerdictFacts & { readonly kind: 'pass' })
  | (VerdictFacts & { readonly kind: 'flag' })
  | (VerdictFacts & { readonly kind: 'redact'; readonly redactions: readonly Redaction[] })
  | (VerdictFacts & {
      readonly kind: 'block';
      readonly spans?: readonly FoundRange[];
      /** What is replaced all the same, where a policy lets the text of what is blocked be kept. */
      readonly redactions?: readonly Redaction[];
    });

/** What a check found in passages: the positions of those that it objects to. */
export interface PassagesVerdict extends VerdictFacts {
  readonly found: readonly number[];
}

interface GuardrailFacts {
  readonly id: `grd_${string}`;
  readonly name: string;
  readonly category: GuardrailCategory;
  readonly stage: GuardrailStage;
  /** What `blocked_reason` says when it blocks. */
  readonly blockedReason: BlockedReason;
  /** `shadow`: it is reported, and nothing is done. */
  readonly mode: 'enforce' | 'shadow';
  /** `closed`: a check that did not run blocks. `open`: it is reported, and the answer is degraded. */
  readonly failMode: 'open' | 'closed';
  readonly timeoutMs: number;
}

export type TextCheck = (input: GuardrailInput, signal: AbortSignal) => Verdict | Promise<Verdict>;
export type PassagesCheck = (
  passages: readonly string[],
  signal: AbortSignal,
) => PassagesVerdict | Promise<PassagesVerdict>;

/** The question is the prompt joined with what it follows: it stands on its own. */
export type CheckedText = 'prompt' | 'question' | 'answer';

export interface TextGuardrail extends GuardrailFacts {
  readonly looksAt: CheckedText;
  /** The same text may be found to be something else the next time. */
  readonly varies?: boolean;
  /** It looks for words alone, wherever they stand: also in what citations say of where their words are from. */
  readonly seesCitations?: boolean;
  /** An answer that it objects to does not count as grounded. */
  readonly provesGrounding?: boolean;
  /**
   * What it may do to an answer of which only the beginning is known. A number: what it takes out lies within so many
   * UTF-16 units, and it never blocks. `none`: it changes nothing. `whole`: it must see all of it first.
   */
  readonly reach: number | 'none' | 'whole';
  /**
   * Where its reach is a number: up to where an answer that goes on with white space stays as it is found now, whatever
   * follows. Left out: up to so many units before its end.
   */
  readonly settledBefore?: (input: GuardrailInput) => number;
  readonly check: TextCheck;
}

export interface PassagesGuardrail extends GuardrailFacts {
  readonly looksAt: 'passages';
  /** Whether a passage that it objects to is left out. */
  readonly leavesOut: boolean;
  readonly check: PassagesCheck;
}

export type Guardrail = TextGuardrail | PassagesGuardrail;

/** The guardrails in force, in the order in which they are reported. */
export interface Policy {
  /** The same for the same policy, on every machine. */
  readonly version: string;
  readonly guardrails: readonly Guardrail[];
  /** What is said in place of an answer. */
  readonly messages: { readonly blocked: string; readonly notCovered: string };
  readonly bands: { readonly high: number; readonly medium: number };
  readonly confidence: GuardrailPolicy['confidence'];
  readonly review: GuardrailPolicy['review'];
  readonly blockedPrompts: GuardrailPolicy['blocked_prompts'];
  readonly answering: GuardrailPolicy['answering'];
  /** Whether what a language model wrote may be given where no judge could look at it. */
  readonly mayGoUnjudged: boolean;
  /** What a judge must hold borne out less than this is not given of what a language model wrote. */
  readonly writtenSupportedMin: number;
}
