import type { AnsweringSteps, WrittenDraft } from '@avow/answering';
import { joinQuestionAndPrompt, type Question } from '@avow/answering';
import type { Scorer } from '@avow/answering/score';
import type { QueryResponse, StreamEvent } from '@avow/contract/query';
import { codePointLength } from '@avow/contract/values';
import type { Guard } from '@avow/guardrails';
import type { JournalEvent } from '../../features/records/record-store.ts';
import type { Admission } from '../admission/admission.ts';
import { citeSources, generatedOf } from '../recording/compose-response.ts';
import type { Answered, Blocked, InReview, NotCovered } from '../recording/outcome.ts';
import { composeAnswer, isCurrent } from '../verification/compose-answer.ts';
import { findDraftFault } from '../verification/find-draft-fault.ts';
import { guardDraft, shownInput } from '../verification/guard-draft.ts';
import type { MessageJournal } from './create-journals.ts';
import { releaseText } from './release-text.ts';

/** Streams an answer to the followers of its message: while it is written if that is safe, else all of it at its end. */
export interface AnswerStream {
  /** What to call with each partial draft; null: nothing is streamed before the end. */
  onDraft(
    question: Question,
    also: { readonly prompt: string },
  ): ((draft: WrittenDraft) => Promise<void>) | null;
  /** The draft of which a part has been streamed and cannot be taken back; null: nothing has been. */
  streamedDraft(): WrittenDraft | null;
  /** Whether what has been streamed is the beginning of this answer. A block withdraws it. */
  isBeginningOf(outcome: Answered | NotCovered | Blocked | InReview): boolean;
  /** The events that remain once the message has ended, to be committed with its record. */
  lastEvents(response: QueryResponse): Promise<readonly JournalEvent[]>;
}

/** What is known of a query before it is answered. */
interface QueryToStream {
  readonly admission: Admission;
  readonly guard: Guard;
  readonly scorer: Scorer;
  readonly journal: MessageJournal | null;
  readonly isResumable: boolean;
  readonly timeLimit: { readonly signal: AbortSignal };
}

export function createAnswerStream(
  { steps }: { readonly steps: Pick<AnsweringSteps, 'tiers' | 'readSupport'> },
  { admission, guard, scorer, journal, isResumable, timeLimit: { signal: deadline } }: QueryToStream,
): AnswerStream {
  const { answer_format: format } = admission.request;
  const streamedCitations = new Set<string>();
  let streamed = '';
  let streamedDraft: WrittenDraft | null = null;

  /** Streams what no further sentence can change, each sentence with the quotes that support it. */
  async function streamDraft(
    draft: WrittenDraft,
    question: Question,
    { prompt }: { readonly prompt: string },
  ): Promise<void> {
    if (journal === null || guard.holdsBack === 'whole') return;
    const stored = await steps.readSupport(question, draft);
    // The check of the whole answer decides what becomes of it.
    if (!isCurrent(draft, stored)) return;
    const shown = composeAnswer(draft, { stored, format });
    const asked = joinQuestionAndPrompt(question, prompt);
    const given = { draft, stored, shown, question: asked };
    const outcome = await guardDraft(guard, given, deadline);
    // Another tier answers, or the answer ends with what was streamed before.
    if (findDraftFault({ draft, text: shown.text, question: asked, output: outcome }) !== null) return;
    const next = releaseText({
      ...{ text: shown.text, unitEnds: findUnitEnds(shown.written ?? []), outcome, released: streamed },
      settled: guard.settledBefore(shownInput(given)),
    });
    if (next === '') return;
    const answer = streamed + next;
    const cited = outcome.quotesRedacted
      ? []
      : citeSources({ ...outcome, answer: outcome.text, draft, citations: shown.citations });
    await journal.add([
      ...newCitations(upTo(codePointLength(answer), cited), streamedCitations),
      { type: 'message.answer.delta', data: { text: next, generated: generatedOf(draft) } },
    ]);
    streamed = answer;
    streamedDraft = draft;
  }

  return {
    onDraft: (question, also) =>
      journal === null ||
      isResumable ||
      guard.holdsBack === 'whole' ||
      format === 'json' ||
      mayBeWithheld(steps, { guard, scorer })
        ? null
        : (draft) => streamDraft(draft, question, also),
    streamedDraft: () => streamedDraft,
    isBeginningOf: (outcome) =>
      outcome.kind === 'blocked' || (outcome.kind === 'in_review' ? '' : outcome.answer).startsWith(streamed),
    lastEvents: async (response) => {
      // Anyone who follows a message pending review later gets this event, even if nobody followed it before.
      if (journal === null)
        return response.status === 'in_review'
          ? [{ seq: 1, type: 'message.in_review', body: JSON.stringify(response) }]
          : [];
      const rest = response.status === 'delivered' ? response.answer.slice(streamed.length) : '';
      return await journal.last([
        ...response.guardrails
          .filter(({ stage, status }) => stage === 'output' && status !== 'skipped')
          .map((data) => ({ type: 'message.guardrail', data }) as const),
        ...newCitations(response.citations, streamedCitations),
        ...(rest === ''
          ? []
          : [{ type: 'message.answer.delta', data: { text: rest, generated: response.generated } } as const]),
        { type: `message.${response.status}`, data: response } as StreamEvent,
      ]);
    },
  };
}

/**
 * What supports the text up to there. A citation comes before the words that it supports; if the next sentence rests on the
 * same quote, it comes again, with the larger part.
 */
function upTo(length: number, citations: QueryResponse['citations']): QueryResponse['citations'] {
  return citations
    .filter(({ answer_start }) => answer_start < length)
    .map((citation) => ({ ...citation, answer_end: Math.min(citation.answer_end, length) }));
}

/** Those that were not streamed before, which are then marked as streamed. */
function newCitations(citations: QueryResponse['citations'], streamed: Set<string>): StreamEvent[] {
  return citations.flatMap((data) => {
    const key = `${data.document_id} ${data.start} ${data.end} ${data.answer_start} ${data.answer_end}`;
    if (streamed.has(key)) return [];
    streamed.add(key);
    return { type: 'message.citation', data } as const;
  });
}

/** UTF-16 offsets at which the units of an answer end. */
function findUnitEnds(units: ReadonlyArray<{ readonly join: string; readonly shown: string }>): number[] {
  let end = 0;
  return units.map(({ join, shown }) => {
    end += join.length + shown.length;
    return end;
  });
}

/**
 * Whether an answer of a language model may turn out to be withheld, or to be pending review, once all of it is known: then
 * nothing of it is streamed before that. Caps often apply only at the end, so they are included here.
 */
export function mayBeWithheld(
  { tiers }: Pick<AnsweringSteps, 'tiers'>,
  { guard, scorer }: Pick<QueryToStream, 'guard' | 'scorer'>,
): boolean {
  const { withhold_below: riskLevel, caps } = guard.confidence;
  const level = Math.max(riskLevel, guard.review.below ?? 0);
  const least = Math.min(
    // Scores have four decimals, and are never above a cap.
    ...Object.values(caps).map((cap) => Math.floor(cap * 10_000) / 10_000),
    ...tiers.map(({ tier }) => scorer.leastOf(`generative_tier_${tier}`)),
  );
  return level > least;
}
