import type { WrittenDraft } from '@avow/answering';
import type { TierFailure } from '@avow/contract/values';
import type { StageOutcome } from '@avow/guardrails';
import { squeeze } from '@avow/text';

interface GuardedDraft {
  readonly draft: WrittenDraft;
  /** The text that was checked, before any redaction. */
  readonly text: string;
  /** What was asked. */
  readonly question: string;
  readonly output: Pick<StageOutcome, 'blocked' | 'redactions'>;
}

/**
 * Why a draft of a language model is not used, and another tier answers: an output guardrail blocks it, or redacts what
 * neither its sources nor the question say. A block stands only if the embedded models' answer is blocked as well. Null:
 * nothing of it is the model's doing; nor is a check that could not run.
 */
export function findDraftFault({ draft, text, question, output }: GuardedDraft): TierFailure | null {
  const { blocked, redactions } = output;
  if (blocked !== null) {
    if (blocked.reason === 'guardrail_unavailable') return null;
    return blocked.reason === 'ungrounded' ? 'ungrounded' : 'guardrail';
  }
  if (redactions.length === 0) return null;
  // A translation was compared with its original, which the sources support.
  if (typeof draft.translatedFrom === 'string') return null;
  const known = squeeze([question, ...draft.support.map(({ quote }) => quote)].join('\n'));
  const isAdded = redactions.some(({ start, end }) => !known.includes(squeeze(text.slice(start, end))));
  return isAdded ? 'guardrail' : null;
}
