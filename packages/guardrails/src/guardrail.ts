import type {
  GuardrailCategory,
  GuardrailPolicy,
  GuardrailStage,
  UnsafeKind,
} from '@avow/contract/guardrails';
import type { BlockedReason } from '@avow/contract/values';

/** A model's judgement of an answer, given its sources. */
export interface AnswerJudgement {
  /** The model that judged. */
  readonly model: string;
  /** How well the answer is supported as an answer to its question, 0 to 1. */
  readonly supported: number;
  /**
   * How likely it is that it answers its question, 0 to 1, by a model that read the passage for it. Left out: none did, and
   * `supported` is all that is known.
   */
  readonly answers?: number;
  /** How far it is contradicted, 0 to 1. */
  readonly contradicted: number;
  /** How far its most contradicted sentence is, in context, 0 to 1. */
  readonly sentenceContradicted: number;
  readonly claimCount: number;
}

/** Words that an answer relies on, and what is stored in that place now; null if nothing is. */
export interface QuotedWords {
  readonly quote: string;
  readonly stored: string | null;
  /** The quote in the form in which the answer shows it. */
  readonly shown: string;
  /** What separates this quote from the previous one in the answer. */
  readonly follows: 'as_paragraph' | 'as_row';
  /** The page it is from, if the answer names that above it. */
  readonly page?: string | undefined;
}

/** A unit of a generated answer, in the form shown. */
export interface WrittenClaim {
  readonly shown: string;
  readonly join: '' | ' ' | '\n' | '\n\n';
  readonly claims: boolean;
  /** Indexes into the input's `quotes`. */
  readonly restsOn: readonly number[];
  /** How far a judge found it supported and contradicted; null if none judged it. */
  readonly judged: { readonly supported: number; readonly contradicted: number } | null;
  /** It is said to be the words of its quotes. */
  readonly isRepaired?: true;
}

/** The input of a check. `text` is the prompt, the question or the answer; redactions replace parts of it. */
export interface GuardrailInput {
  readonly text: string;
  /** At the output: what the answer quotes. Empty if there is no answer. */
  readonly quotes: readonly QuotedWords[];
  /** At the output: the known addresses of the quoted documents. */
  readonly urls?: readonly string[];
  /** At the output: the question as it was searched for. */
  readonly question?: string;
  /** At the output: what the answer says before its quotes. */
  readonly lead?: string;
  /** At the output: the judgement of the answer. Null: no judge was available. Left out: none is needed, as for a curated pair. */
  readonly judgement?: AnswerJudgement | null;
  /** At the output: the units of a generated answer. Left out: the answer consists of its quotes. */
  readonly written?: readonly WrittenClaim[];
  /** At the output: the text is JSON, and `written` are its values. */
  readonly isJson?: true;
}

/** UTF-16 offsets into the text checked. */
export interface FoundRange {
  readonly start: number;
  readonly end: number;
}

export interface Redaction extends FoundRange {
  readonly placeholder: string;
  /** The value may be restored for the person who wrote it. */
  readonly isReversible?: true;
}

interface VerdictFacts {
  /** What was found, in one sentence that repeats nothing sensitive. */
  readonly reasoning: string;
  readonly score: number;
  /** Something that should have contributed to the verdict was unavailable. */
  readonly degraded?: boolean;
  /** The models that judged; left out: none did. */
  readonly models?: readonly string[];
}

/** What a check found. */
export type Verdict =
  | (VerdictFacts & { readonly kind: 'pass' })
  | (VerdictFacts & { readonly kind: 'flag' })
  | (VerdictFacts & { readonly kind: 'redact'; readonly redactions: readonly Redaction[] })
  | (VerdictFacts & {
      readonly kind: 'block';
      /** What it may be about, if somebody may need help. */
      readonly concern?: UnsafeKind;
      readonly spans?: readonly FoundRange[];
      /** Applied if the policy allows the text of a blocked prompt to be stored. */
      readonly redactions?: readonly Redaction[];
    });

/** What a check found in passages: the indexes of those that it objects to. */
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
  /** `shadow`: findings are reported, but have no effect. */
  readonly mode: 'enforce' | 'shadow';
  /** If the check does not run: `closed` blocks; `open` reports it and marks the answer as degraded. */
  readonly failMode: 'open' | 'closed';
  /** The operator's own limit. Null: it has until the query is stopped, because it may have to wait for its turn. */
  readonly timeoutMs: number | null;
}

/** For whom a text is checked, and until when. */
export interface CheckCall {
  readonly signal: AbortSignal;
  /** Owners that wait for the same model are served in turn. */
  readonly owner: string;
  /** Nobody waits for it, and models are asked only while they have nothing else to do. */
  readonly isBackground?: boolean;
}

export type TextCheck = (input: GuardrailInput, call: CheckCall) => Verdict | Promise<Verdict>;
export type PassagesCheck = (
  passages: readonly string[],
  call: CheckCall,
) => PassagesVerdict | Promise<PassagesVerdict>;

/** The question is the prompt rewritten to be understood without its thread. */
export type CheckedText = 'prompt' | 'question' | 'answer';

export interface TextGuardrail extends GuardrailFacts {
  readonly target: CheckedText;
  /** The same text may get a different verdict the next time. */
  readonly varies?: boolean;
  /** It looks for words only, so it also checks the titles, sources and addresses of citations. */
  readonly checksCitations?: boolean;
  /** An answer that it objects to is not grounded. */
  readonly provesGrounding?: boolean;
  /**
   * What it may do to an answer of which only the beginning is known. A number: it never blocks, and each redaction lies
   * within this many UTF-16 units. `none`: it changes nothing. `whole`: it must see the whole answer first.
   */
  readonly reach: number | 'none' | 'whole';
  /**
   * If its reach is a number: the offset up to which the findings in an answer stay the same if it continues with white
   * space. Left out: `reach` units before the end.
   */
  readonly settledBefore?: (input: GuardrailInput) => number;
  readonly check: TextCheck;
}

export interface PassagesGuardrail extends GuardrailFacts {
  readonly target: 'passages';
  /** Whether passages that it objects to are left out. */
  readonly leavesOut: boolean;
  /** Passages that score so much are objected to. */
  readonly threshold: number;
  readonly check: PassagesCheck;
}

export type Guardrail = TextGuardrail | PassagesGuardrail;

/** The guardrails in force, in the order in which they are reported. */
export interface Policy {
  /** The same for the same policy on every machine. */
  readonly version: string;
  readonly guardrails: readonly Guardrail[];
  /** What is shown instead of an answer. */
  readonly messages: {
    /** Null: a built-in text that names the check. */
    readonly blocked: string | null;
    /** If a prompt was blocked as being about self-harm. */
    readonly selfHarm: string | null;
    readonly notCovered: string;
    /** If something near was found, with `{page}` in place of it; null: `notCovered` is shown then, too. */
    readonly closest: string | null;
    /** If the question is in a language that is not served; null: a built-in text. */
    readonly otherLanguage: string | null;
  };
  readonly bands: { readonly high: number; readonly medium: number };
  readonly confidence: GuardrailPolicy['confidence'];
  readonly review: GuardrailPolicy['review'];
  readonly blockedPrompts: GuardrailPolicy['blocked_prompts'];
  readonly answering: GuardrailPolicy['answering'];
  /** Whether generated text may be delivered if no judge was available to verify it. */
  readonly allowsUnverified: boolean;
  /** Generated sentences that a judge finds less supported than this are not delivered. */
  readonly generatedSupportedMin: number;
}

/** Explains in one sentence why a text reads like instructions to a language model; null if it does not. */
export type DetectInjection = (text: string) => string | null;
