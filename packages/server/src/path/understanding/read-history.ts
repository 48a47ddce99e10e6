import type { Turn } from '@avow/answering';
import { allowStated, offeredBy, spokenVerdict, turnsMax, turnsOfStated } from '@avow/answering';
import type { Guard } from '@avow/guardrails';
import { questionLanguage } from '@avow/text';
import type { RecordAudience } from '../../features/records/audience.ts';
import type { RecordStore, StoredMessage } from '../../features/records/record-store.ts';
import { openEnvelope } from '../../features/records/records.ts';
import type { GuardedAdmission } from '../admission/admission.ts';

/** A turn of the conversation, and who may see it. */
export interface RecordedTurn extends Turn {
  /** Absent: everybody. */
  readonly audience?: RecordAudience;
}

interface HistoryDependencies {
  readonly records: Pick<RecordStore, 'listMessages'>;
  readonly guard: Pick<Guard, 'policyVersion' | 'check'>;
}

/**
 * The earlier turns of the thread, or those that the client states, newest first, as far back as a follow-up may reach.
 * They become part of what is looked up and stored now, so the history ends before the first turn that the policy in force
 * does not allow.
 */
export async function readHistory(
  { records, guard }: HistoryDependencies,
  admission: Pick<GuardedAdmission, 'tenantId' | 'threadId' | 'messageId' | 'request' | 'input'>,
  deadline: AbortSignal,
): Promise<RecordedTurn[]> {
  const { history: stated } = admission.request;
  if (stated !== undefined) {
    const isChecked = admission.input.policyVersion === guard.policyVersion;
    return turnsOfStated(isChecked ? stated : await allowStated(guard, stated, deadline));
  }
  if (admission.request.thread_id === undefined) return [];
  const { tenantId, threadId, messageId } = admission;
  const filter = { threadId, readableBy: admission.request.groups ?? [] };
  const stored = await records.listMessages(tenantId, filter, { before: messageId, limit: turnsMax });
  const turns: RecordedTurn[] = [];
  for (const [place, message] of stored.entries()) {
    if (message.status !== 'delivered') continue;
    // What is offered and said is for the next message of the one who asked: others may not read what it is about.
    const mayAccept = place === 0 && message.endUserId === (admission.request.end_user_id ?? null);
    const turn = await readTurn(guard, { message, mayAccept }, deadline);
    if (turn === null) break;
    turns.push(turn);
  }
  return turns;
}

/** As the policy in force lets it be used; null: not at all, or it is no longer stored. */
async function readTurn(
  guard: HistoryDependencies['guard'],
  {
    message: { envelope, policyVersion, sourceType, audience },
    mayAccept,
  }: { readonly message: StoredMessage; readonly mayAccept: boolean },
  deadline: AbortSignal,
): Promise<RecordedTurn | null> {
  const { question: prompt, refined_question: refined, response } = openEnvelope(envelope);
  const wasAnswered = sourceType !== 'none';
  if (prompt === '') return null;
  const question = refined === null || isOtherLanguage(prompt, refined) ? null : refined;
  const offers = mayAccept ? offeredBy(response?.agent_context?.clarifying_question ?? null) : [];
  const isSamePolicy = policyVersion === guard.policyVersion;
  const offered = isSamePolicy ? offers : await allAllowed(guard, offers, deadline);
  const verdict = mayAccept && wasAnswered ? spokenVerdict(response?.answer ?? '') : null;
  const facts = {
    ...{ wasAnswered, audience },
    ...(verdict === null ? {} : { wasDenied: verdict === 'no' }),
    ...(offered.length === 0 ? {} : { offered }),
  };
  if (isSamePolicy) return { prompt, question: question ?? prompt, ...facts };
  const allowedPrompt = await allowed(guard, prompt, deadline);
  if (allowedPrompt === null) return null;
  if (question === null) return { prompt: allowedPrompt, question: allowedPrompt, ...facts };
  const allowedQuestion = await allowed(guard, question, deadline);
  return allowedQuestion === null ? null : { prompt: allowedPrompt, question: allowedQuestion, ...facts };
}

/** A question that was translated into the language of the documents cannot be joined with a follow-up in another one. */
function isOtherLanguage(prompt: string, question: string): boolean {
  const [one, other] = [prompt, question].map((text) => questionLanguage({ given: null, text }));
  return one !== null && other !== null && one !== other;
}

/** All of them, as the policy in force leaves them; none if it does not allow one: their places would be others. */
async function allAllowed(
  guard: HistoryDependencies['guard'],
  texts: readonly string[],
  deadline: AbortSignal,
): Promise<string[]> {
  const left = await Promise.all(texts.map((text) => allowed(guard, text, deadline)));
  const kept = left.filter((text) => text !== null);
  return kept.length === texts.length ? kept : [];
}

/** What the policy in force leaves of a text; null: nothing. */
async function allowed(
  guard: HistoryDependencies['guard'],
  text: string,
  deadline: AbortSignal,
): Promise<string | null> {
  const outcome = await guard.check('prompt', { text, quotes: [] }, deadline);
  return outcome.blocked === null ? outcome.text : null;
}
