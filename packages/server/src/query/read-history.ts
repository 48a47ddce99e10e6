import { openEnvelope } from '../audit/envelope.ts';
import type { Turn } from '../interfaces/answering.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { RecordStore, StoredMessage } from '../interfaces/record-store.ts';
import type { Admission } from './admission.ts';

const turnsMax = 4;

interface HistoryParts {
  readonly records: Pick<RecordStore, 'listMessages'>;
  readonly guard: Guard;
}

/**
 * The thread so far, newest first, as far back as a follow-up may reach. It goes into what is looked up and stored now:
 * it reaches no further than to a question that must not be.
 */
export async function readHistory(
  { records, guard }: HistoryParts,
  admission: Admission,
  deadline: AbortSignal,
): Promise<Turn[]> {
  if (admission.request.thread_id === undefined) return [];
  const { tenantId, threadId, messageId } = admission;
  const stored = await records.listMessages(tenantId, { threadId }, { before: messageId, limit: turnsMax });
  const turns: Turn[] = [];
  for (const message of stored) {
    if (message.status !== 'delivered') continue;
    const question = await readQuestion(guard, message, deadline);
    if (question === '') break;
    turns.push({ question, wasAnswered: message.sourceType !== 'none' });
  }
  return turns;
}

/** As it may be used today. Empty: not at all, or it is not there any more. */
async function readQuestion(
  guard: Guard,
  { envelope, policyVersion }: StoredMessage,
  deadline: AbortSignal,
): Promise<string> {
  const { question } = openEnvelope(envelope);
  if (question === '' || policyVersion === guard.policyVersion) return question;
  const outcome = await guard.check('prompt', { text: question, quotes: [] }, deadline);
  return outcome.blocked === null ? outcome.text : '';
}
