import type { ReviewEntry } from '@avow/contract/review';
import type { AnswerFormat } from '@avow/contract/values';
import type { MessageId, PackVersion, ThreadId } from '@avow/foundation';
import { questionLanguage } from '@avow/text/languages';
import type { StoredRecord } from '../records/record-store.ts';
import { openEnvelope } from '../records/records.ts';
import { type ComparedAnswer, readComparedAnswer } from './compare-answers.ts';

/** How to ask the question of a record again. */
export interface ReplayPlan {
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly createdAtMs: number;
  /** The content that was valid then is asked, instead of that of the time of the question. */
  readonly asOfMs?: number;
  /** As it is stored. */
  readonly question: string;
  /** Earlier questions as the client stated them. */
  readonly history: readonly string[];
  readonly isQuestionRedacted: boolean;
  readonly answerFormat: AnswerFormat;
  /** The language to answer in, if the question does not determine it; null: it does, or none is known. */
  readonly language: string | null;
  /** Of the person who asked; null: they are not on record. */
  readonly groups: readonly string[] | null;
  readonly packVersions: readonly PackVersion[];
  readonly policyVersion: string;
  /** Indexes of the entries of the log that say what it was answered by. */
  readonly rules: readonly number[];
  readonly review: ReviewEntry | null;
  readonly was: ComparedAnswer;
}

export type Planned =
  | { readonly kind: 'planned'; readonly plan: ReplayPlan }
  /** Why it cannot be replayed, in one or two sentences. */
  | { readonly kind: 'impossible'; readonly why: string };

/** Whether the question of a record can be asked again, and how. */
export function planReplay(record: StoredRecord): Planned {
  if (record.kind === 'dropped')
    return impossible(
      `The record was dropped under the tenant's retention. Only its place in the log, ${record.log.leafIndex}, is left.`,
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
      `The message ${record.status === 'failed' ? 'failed' : 'was cancelled'}: it has no answer to compare with, and its record does not name the content that was searched.`,
    );
  const { question, history, groups, review } = openEnvelope(record.envelope);
  if (question === '')
    return impossible(
      record.status === 'blocked'
        ? 'The prompt was blocked, and its text was not kept.'
        : 'The text of the prompt was not kept.',
    );
  const was = readComparedAnswer(record);
  const { messageId, threadId, createdAtMs, packVersions, policyVersion, rules } = record;
  const { guardrails, agent_context: context } = was.response;
  const plan: ReplayPlan = {
    ...{
      messageId,
      threadId,
      createdAtMs,
      packVersions,
      policyVersion,
      rules,
      question,
      history,
      groups,
      review,
      was,
    },
    isQuestionRedacted: guardrails.some(({ stage, action }) => stage === 'input' && action === 'redact'),
    answerFormat: context.answer_format as AnswerFormat,
    language: languageToName(question, context.question_language),
  };
  return { kind: 'planned', plan };
}

function impossible(why: string): Planned {
  return { kind: 'impossible', why };
}

/** Only a language that the question does not determine was requested, or came from the previous message. */
function languageToName(question: string, recorded: string | null): string | null {
  return recorded === questionLanguage({ given: null, text: question }) ? null : recorded;
}
