import type { Evidence } from '@avow/answering';
import { notCoveredWord } from '@avow/answering/testing';
import type { QueryResponse } from '@avow/contract';
import type { MessageContent } from '@avow/server/testing';
import { given, markQuestion } from '../answers/ask-corpus.ts';
import type { AnswerMark } from '../answers/mark-answer.ts';
import type { SetQuestion } from '../answers/question-sets.ts';
import type { RecordedGrounding } from './record-grounding.ts';
import { type SentenceEnd, sentenceEnds } from './sentence-ends.ts';
import { hasDeclined } from './usual-recipe.ts';
import type { ModelCall } from './written-model.ts';

/** All about one question, for a person to read and judge. */
export interface WrittenRow {
  readonly id: string;
  readonly corpus: string;
  readonly question: string;
  readonly answerable: boolean;
  readonly expected: { readonly facts: ReadonlyArray<readonly string[]>; readonly verdict: string | null };
  /** As `npm run eval -- answers` marks: by facts and by what is cited. */
  readonly mark: AnswerMark;
  /** By facts alone, as a draft can be marked, too. */
  readonly mark_by_facts: AnswerMark;
  /** Of the draft as it was written; null: the model wrote none. */
  readonly draft_mark: AnswerMark | null;
  /** The tier that answered, 0: the embedded models; null: a problem came instead. */
  readonly tier: number | null;
  readonly answer: string | null;
  readonly confidence: number | null;
  /** What was measured of the answer given; null: none was. */
  readonly evidence: Evidence | null;
  /** The answer that was compared with it, and is not given; null: there was none. */
  readonly other: {
    readonly tier: number;
    readonly answer: string;
    readonly confidence: number;
    readonly mark: AnswerMark;
  } | null;
  readonly cited: ReadonlyArray<{ readonly source: string; readonly quote: string | null }>;
  readonly draft: string | null;
  /** What the model wrote besides: translations of the question and of the answer. */
  readonly translations: readonly string[];
  readonly languages: { readonly question: string | null; readonly answer: string | null };
  readonly model_fault: string | null;
  readonly sentences: readonly SentenceEnd[];
  readonly sources: ReadonlyArray<{ readonly number: number; readonly title: string; readonly text: string }>;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly time_ms: number;
  readonly model_time_ms: number;
}

export const rowIdOf = (corpus: string, { set, id }: SetQuestion) => `${corpus}/${set}/${id}`;

export function writtenRow(
  corpus: string,
  question: SetQuestion,
  observed: {
    readonly response: QueryResponse | null;
    /** Null: no answer was given. */
    readonly record: Pick<MessageContent, 'scored' | 'other_answer'> | null;
    readonly timeMs: number;
    readonly calls: readonly ModelCall[];
    readonly grounding: RecordedGrounding;
  },
): WrittenRow {
  const { response, record, calls, grounding } = observed;
  const other = record?.other_answer ?? null;
  const call = calls.find(({ isAnswer }) => isAnswer);
  const tier = response?.processing.model_tier ?? null;
  const isAnswered = response !== null && response.source_type !== 'none';
  const { facts, verdict = null } = question;
  return {
    ...{ id: rowIdOf(corpus, question), corpus, question: question.question },
    answerable: question.answerable,
    expected: { facts, verdict },
    mark: markQuestion(question, given(question, response)),
    mark_by_facts: markByFacts(question, isAnswered ? response.answer : null, response === null),
    draft_mark: call === undefined || call.draft.trim() === '' ? null : markDraft(question, call.draft),
    ...{ tier, answer: response?.answer ?? null, confidence: response?.confidence.score ?? null },
    evidence: isAnswered ? (record?.scored?.evidence ?? null) : null,
    other:
      other === null
        ? null
        : {
            ...{ tier: other.model_tier, answer: other.answer, confidence: other.confidence },
            mark: markByFacts(question, other.answer, false),
          },
    cited: response?.citations.map(({ source, quote }) => ({ source, quote: quote ?? null })) ?? [],
    draft: call?.draft ?? null,
    translations: calls.filter(({ isAnswer }) => !isAnswer).map(({ draft }) => draft),
    languages: {
      question: response?.agent_context.question_language ?? null,
      answer: response?.agent_context.answer_language ?? null,
    },
    model_fault: call?.fault ?? null,
    sentences: sentenceEnds(call?.draft ?? '', {
      question: question.question,
      found: grounding.found,
      answer: isAnswered && tier !== null && tier > 0 ? response.answer : null,
    }),
    sources: grounding.sources.map(({ number, title, text }) => ({ number, title, text })),
    tokens: {
      input: calls.reduce((sum, { cost }) => sum + cost.inputTokens, 0),
      output: calls.reduce((sum, { cost }) => sum + cost.outputTokens, 0),
    },
    time_ms: Math.round(observed.timeMs),
    model_time_ms: Math.round(calls.reduce((sum, { timeMs }) => sum + timeMs, 0)),
  };
}

/** Nothing of it is checked: what is written is delivered. */
export function recipeRow(corpus: string, question: SetQuestion, call: ModelCall): WrittenRow {
  const text = hasDeclined(call.draft) ? null : call.draft;
  const mark = markByFacts(question, text, false);
  const { facts, verdict = null } = question;
  return {
    ...{ id: rowIdOf(corpus, question), corpus, question: question.question },
    answerable: question.answerable,
    expected: { facts, verdict },
    ...{ mark, mark_by_facts: mark, draft_mark: mark, tier: 1, answer: text, confidence: null },
    ...{ evidence: null, other: null },
    ...{ cited: [], draft: call.draft, translations: [], languages: { question: null, answer: null } },
    ...{ model_fault: call.fault, sentences: [], sources: [] },
    tokens: { input: call.cost.inputTokens, output: call.cost.outputTokens },
    ...{ time_ms: Math.round(call.timeMs), model_time_ms: Math.round(call.timeMs) },
  };
}

/** A draft as it stands, references and all: what a client would get without verification. */
function markDraft(question: SetQuestion, draft: string): AnswerMark {
  return markByFacts(question, draft.includes(notCoveredWord) ? null : draft.replace(/\[\d+\]/g, ''), false);
}

/** As if a right source were cited. Null: refused. */
function markByFacts(question: SetQuestion, text: string | null, isFailed: boolean): AnswerMark {
  if (isFailed) return 'failed';
  if (text === null) return 'refused';
  const { sections: _, ...asked } = question;
  return markQuestion(asked, { kind: 'answered', text, sources: question.sources });
}
