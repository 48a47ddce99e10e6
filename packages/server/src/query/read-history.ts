import { openEnvelope } from '../audit/envelope.ts';
import type { Turn } from '../interfaces/answering.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { RecordStore, StoredMessage } from '../interfaces/record-store.ts';
import { questionLanguage } from '../languages/question-language.ts';
import type { Admission } from './admission.ts';

const turnsMax = 4;

interface HistoryParts {
  readonly records: Pick<RecordStore, 'listMessages'>;
  readonly guard: Pick<Guard, 'policyVersion' | 'check'>;
}

/**
 * The thread so far, newest first, as far back as a follow-up may reach. It goes into what is looked up and stored now:
 * it reaches no further than to a question that must not be.
 */
export async function readHistory(
  { records, guard }: HistoryParts,
  admission: Pick<Admission, 'tenantId' | 'threadId' | 'messageId' | 'request'>,
  deadline: AbortSignal,
): Promise<Turn[]> {
  if (admission.request.thread_id === undefined) return [];
  const { tenantId, threadId, messageId } = admission;
  const stored = await records.listMessages(tenantId, { threadId }, { before: messageId, limit: turnsMax });
  const turns: Turn[] = [];
  for (const message of stored) {
    if (message.status !== 'delivered') continue;
    const turn = await readTurn(guard, message, deadline);
    if (turn === null) break;
    turns.push(turn);
  }
  return turns;
}

/** As it may be used today. Null: not at all, or it is not there any more. */
async function readTurn(
  guard: HistoryParts['guard'],
  { envelope, policyVersion, sourceType }: StoredMessage,
  deadline: AbortSignal,
): Promise<Turn | null> {
  const { question, refined_question: lookedUp } = openEnvelope(envelope);
  const refined = lookedUp === null || isOtherLanguage(question, lookedUp) ? null : lookedUp;
  const wasAnswered = sourceType !== 'none';
  if (question === '') return null;
  if (policyVersion === guard.policyVersion) return { question, refined: refined ?? question, wasAnswered };
  const asked = await allowed(guard, question, deadline);
  if (asked === null || refined === null)
    return asked === null ? null : { question: asked, refined: asked, wasAnswered };
  const joined = await allowed(guard, refined, deadline);
  return joined === null ? null : { question: asked, refined: joined, wasAnswered };
}

/** What was looked up in the language of the documents is nothing that a follow-up in another can be joined with. */
function isOtherLanguage(question: string, lookedUp: string): boolean {
  const [asked, other] = [question, lookedUp].map((text) => questionLanguage({ given: null, text }));
  return asked !== null && other !== null && asked !== other;
}

/** What the policy of today leaves of a text; null: nothing. */
async function allowed(
  guard: HistoryParts['guard'],
  text: string,
  deadline: AbortSignal,
): Promise<string | null> {
  const outcome = await guard.check('prompt', { text, quotes: [] }, deadline);
  return outcome.blocked === null ? outcome.text : null;
}
