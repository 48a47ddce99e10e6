import { codePointLength, type QueryResponse, type StreamEvent } from '@avow/contract';
import type { Question, WrittenDraft } from '../interfaces/answering.ts';
import type { JournalEvent } from '../interfaces/record-store.ts';
import { composeAnswer } from './compose-answer.ts';
import { citationsOf } from './compose-response.ts';
import { isCurrent } from './find-draft.ts';
import { guardDraft, shownInput } from './guard-draft.ts';
import type { GuardedParts } from './query-parts.ts';
import { releaseText } from './release-text.ts';
import type { Run } from './run.ts';
import { mayBeKeptBack } from './score-draft.ts';

interface AskedSoFar {
  readonly question: Question;
  /** As it was looked up, and as it was asked. */
  readonly asked: string;
}

/** Tells an answer to whoever follows its message: as it is written where that is safe, else all of it at its end. */
export interface AnswerTelling {
  /** Null: it is told at its end. */
  onSoFar(asked: AskedSoFar, deadline: AbortSignal): ((soFar: WrittenDraft) => Promise<void>) | null;
  /** The draft of which something has been told, and cannot be taken back; null: nothing was. */
  toldDraft(): WrittenDraft | null;
  /** Whether what was told is the beginning of this. */
  fits(answer: string): boolean;
  /** What is left to tell once the message has ended, to be committed with its record. */
  closing(response: QueryResponse): Promise<readonly JournalEvent[]>;
}

export function createAnswerTelling(
  parts: Pick<GuardedParts, 'guard' | 'scorer' | 'steps'>,
  { admission, journal, isResumable }: Run,
): AnswerTelling {
  const { guard, steps } = parts;
  const { answer_format: format } = admission.request;
  const told = new Set<string>();
  let released = '';
  let toldDraft: WrittenDraft | null = null;

  /** Of the draft so far, what no further sentence can change. Each sentence is told with the quotes that bear it out. */
  async function tellSoFar(
    draft: WrittenDraft,
    { question, asked }: AskedSoFar,
    deadline: AbortSignal,
  ): Promise<void> {
    if (journal === null || guard.holdsBack === 'whole') return;
    const stored = await steps.readSupport(question, draft);
    // The check of the whole answer will say what becomes of it.
    if (!isCurrent(draft, stored)) return;
    const shown = composeAnswer(draft, { stored, format });
    const given = { draft, stored, shown, question: asked };
    const outcome = await guardDraft(guard, given, deadline);
    const next = releaseText({
      ...{ text: shown.text, unitEnds: endsOf(shown.written ?? []), outcome, released },
      settled: guard.settledBefore(shownInput(given)),
    });
    if (next === '') return;
    const answer = released + next;
    const cited = outcome.quotesRedacted
      ? []
      : citationsOf({ ...outcome, answer: outcome.text, draft, citations: shown.citations })
          // One that ends where the draft does may yet go on.
          .filter(
            ({ answer_end }) =>
              answer_end <= codePointLength(answer) && answer_end < codePointLength(outcome.text),
          );
    await journal.add([...newCitations(cited, told), { type: 'message.answer.delta', data: { text: next } }]);
    released = answer;
    toldDraft = draft;
  }

  return {
    onSoFar: (asked, deadline) =>
      journal === null ||
      isResumable ||
      guard.holdsBack === 'whole' ||
      format === 'json' ||
      mayBeKeptBack(parts)
        ? null
        : (soFar) => tellSoFar(soFar, asked, deadline),
    toldDraft: () => toldDraft,
    fits: (answer) => answer.startsWith(released),
    closing: async (response) => {
      // Whoever comes to an answer that waits is told so, also where nobody followed while it was found.
      if (journal === null)
        return response.status === 'in_review'
          ? [{ seq: 1, type: 'message.in_review', body: JSON.stringify(response) }]
          : [];
      const rest = response.status === 'delivered' ? response.answer.slice(released.length) : '';
      return await journal.last([
        ...response.guardrails
          .filter(({ stage, status }) => stage === 'output' && status !== 'skipped')
          .map((data) => ({ type: 'message.guardrail', data }) as const),
        ...newCitations(response.citations, told),
        ...(rest === '' ? [] : [{ type: 'message.answer.delta', data: { text: rest } } as const]),
        { type: `message.${response.status}`, data: response } as StreamEvent,
      ]);
    },
  };
}

function newCitations(citations: QueryResponse['citations'], told: Set<string>): StreamEvent[] {
  return citations.flatMap((data) => {
    const key = `${data.document_id} ${data.start} ${data.end} ${data.answer_start} ${data.answer_end}`;
    if (told.has(key)) return [];
    told.add(key);
    return { type: 'message.citation', data } as const;
  });
}

/** UTF-16 offsets at which the units of an answer end. */
function endsOf(units: ReadonlyArray<{ readonly join: string; readonly shown: string }>): number[] {
  let end = 0;
  return units.map(({ join, shown }) => {
    end += join.length + shown.length;
    return end;
  });
}
