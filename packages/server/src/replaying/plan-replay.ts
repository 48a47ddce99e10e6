import type { AnswerFormat, ReviewEntry } from '@avow/contract';
import { openEnvelope } from '../audit/envelope.ts';
import type { MessageId, PackVersion, ThreadId } from '../interfaces/identity.ts';
import type { StoredRecord } from '../interfaces/record-store.ts';
import { questionLanguage } from '../languages/question-language.ts';
import { type AnswerFacts, factsOf } from './answer-facts.ts';

/** What the record says of how a question is to be asked again. */
export interface ReplayPlan {
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly createdAtMs: number;
  /** As it is stored. */
  readonly question: string;
  readonly isQuestionRedacted: boolean;
  readonly answerFormat: AnswerFormat;
  /** The language to answer in, where the question does not tell it; null: it does, or none is known. */
  readonly language: string | null;
  readonly packVersions: readonly PackVersion[];
  readonly policyVersion: string;
  readonly review: ReviewEntry | null;
  readonly was: AnswerFacts;
}

export type Planned =
  | { readonly kind: 'planned'; readonly plan: ReplayPlan }
  /** Why it cannot be, in one sentence or two. */
  | { readonly kind: 'impossible'; readonly why: string };

/** Whether the question of a record can be asked again, and how. */
export function planReplay(record: StoredRecord): Planned {
  if (record.kind === 'dropped')
    return impossible(
      `The record was dropped, as the retention of its tenant says. Its place in the log, ${record.log.leafIndex}, is all that is left.`,
    );
  if (record.kind === 'emptied')
    return impossible(
      record.contentState === 'erased'
        ? 'The content of the message was erased: its question is gone.'
        : 'The content of the message has expired: its question is gone.',
    );
  if (record.log === null)
    return impossible(`The message has not ended (${record.status}): there is no answer to compare with.`);
  if (record.status === 'failed' || record.status === 'cancelled')
    return impossible(
      `The message ${record.status === 'failed' ? 'failed' : 'was cancelled'}: it has no answer to compare with, and its record does not say where one was looked for.`,
    );
  const { question, review } = openEnvelope(record.envelope);
  if (question === '')
    return impossible(
      record.status === 'blocked'
        ? 'The prompt was blocked, and its text was not kept.'
        : 'The text of the prompt was not kept.',
    );
  const was = factsOf(record);
  const { messageId, threadId, createdAtMs, packVersions, policyVersion } = record;
  const { guardrails, agent_context: context } = was.response;
  const plan: ReplayPlan = {
    ...{ messageId, threadId, createdAtMs, packVersions, policyVersion, question, review, was },
    isQuestionRedacted: guardrails.some(({ stage, action }) => stage === 'input' && action === 'redact'),
    answerFormat: context.answer_format as AnswerFormat,
    language: languageToName(question, context.question_language),
  };
  return { kind: 'planned', plan };
}

function impossible(why: string): Planned {
  return { kind: 'impossible', why };
}

/** Only what the question itself does not tell was asked for, or told by what it followed. */
function languageToName(question: string, recorded: string | null): string | null {
  return recorded === questionLanguage({ given: null, text: question }) ? null : recorded;
}
