import type { PackId, TenantId } from '@avow/foundation';
import { placeholdersIn } from '@avow/guardrails';
import type { ModelCost } from '@avow/inference';

/*
 * What is asked has two names throughout the service, and no others:
 *
 * - `prompt`: what the client sent. From the input guardrails on, it is the prompt as they left it, with redactions.
 * - `question`: what is looked up. It can be understood without the conversation: a follow-up has been joined with what it
 *   follows and, if the content is in another language, it has been translated. Often it is the prompt itself.
 *
 * Records and the wire call the stored prompt `question`, and the question, if it differs, `refined_question`.
 */

/** A standalone question, and everything that decides which content may answer it. */
export interface Question {
  readonly tenantId: TenantId;
  readonly text: string;
  /** Narrows what may be used; null: every published pack. */
  readonly packIds: readonly PackId[] | null;
  /** The groups of the caller: content restricted to other groups does not exist for them. */
  readonly groups: readonly string[];
  /** The time of the answer: content that is not valid then does not exist. */
  readonly nowMs: number;
  /** The language to answer in, as a BCP 47 tag; null: not known. */
  readonly language: string | null;
  /** Of a follow-up: the question before it and the prompt. Documents are searched by these words, too. */
  readonly inContext?: string;
  /** Something that answers must not show was replaced in it: only these words may be compared with an answer. */
  readonly isHidden?: true;
}

/** One earlier turn of a thread, as it was recorded or as the client states it. */
export interface Turn {
  readonly prompt: string;
  readonly question: string;
  /** Null: it is not on record. */
  readonly wasAnswered: boolean | null;
  /** Whether the answer begins with yes or no, and which; absent: with neither, or not known. */
  readonly wasDenied?: boolean;
  /** What was offered in place of an answer: a question, or several things of which one may be meant. */
  readonly offered?: readonly string[];
}

/** A standalone question made of a prompt and the turns before it. */
export interface RefinedQuestion {
  readonly text: string;
  /** The language model that wrote it; null: rules did, or it is the prompt. */
  readonly model: string | null;
  /** A model that should have written it was not available. */
  readonly isDegraded: boolean;
  readonly cost: ModelCost | null;
}

/** A question that a language model translated into the language of the content. */
export interface TranslatedQuestion {
  /** Null: the model failed, or what it wrote does not ask the same. */
  readonly text: string | null;
  readonly model: string;
  readonly cost: ModelCost;
}

/**
 * Both texts, for checks that compare an answer with what was asked. Of a prompt that must not be compared the placeholders
 * stay: what an answer redacts gets others, or the value of the asker would be put in its place.
 */
export function joinQuestionAndPrompt(
  { text, isHidden }: Pick<Question, 'text' | 'isHidden'>,
  prompt: string,
): string {
  if (text === prompt) return text;
  return [text, ...(isHidden ? placeholdersIn(prompt) : [prompt])].join('\n');
}
