import type { QueryResponse } from '@avow/client';
import { shorten } from '@avow/text';
import { chatTexts } from './chat-texts.ts';

/** What is posted, for every platform to draw in its own way. All of it is plain text. */
export interface ChatReply {
  readonly text: string;
  readonly notes: readonly string[];
  readonly sources: readonly ReplySource[];
  /** What the sources are: the words that the answer rests on, or only what is near to the question. */
  readonly sourcesTitle: string;
  /** The message that the buttons rate; null: there is nothing to rate. */
  readonly ratedMessageId: string | null;
}

export interface ReplySource {
  readonly title: string;
  readonly url: string | null;
  readonly quote: string | null;
}

const sourcesMax = 5;
/** Teams accepts messages of 28 kB. */
const answerMax = 6_000;
const quoteMax = 400;
const titleMax = 150;

export function plainReply(text: string, notes: readonly string[] = []): ChatReply {
  return { text, notes, sources: [], sourcesTitle: chatTexts.sources, ratedMessageId: null };
}

export function composeReply(response: QueryResponse, notes: readonly string[]): ChatReply {
  const { answer, citations, related, confidence, agent_context, message_id, status, generated } = response;
  const isAnswered = citations.length > 0;
  const shown = shorten(answer, answerMax);
  return {
    text: shown,
    notes: [
      ...(shown === answer ? [] : [chatTexts.shortened(message_id)]),
      ...(generated === null ? [] : [chatTexts.generated(generated)]),
      ...(isAnswered ? [chatTexts.confidence(confidence.band)] : []),
      ...(agent_context.clarifying_question === null ? [] : [chatTexts.clarify]),
      ...notes,
    ],
    sources: distinct((isAnswered ? citations : related).map(sourceOf)).slice(0, sourcesMax),
    sourcesTitle: isAnswered ? chatTexts.sources : chatTexts.near,
    ratedMessageId: status === 'delivered' || status === 'blocked' ? message_id : null,
  };
}

function sourceOf({ title, source, url, quote }: ReplySource & { readonly source: string }): ReplySource {
  return {
    title: shorten((title === '' ? source : title).replace(/\s+/g, ' '), titleMax),
    url: url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null,
    quote: quote === null ? null : shorten(quote.replace(/\s+/g, ' ').trim(), quoteMax),
  };
}

function distinct(sources: readonly ReplySource[]): ReplySource[] {
  return [...new Map(sources.map((source) => [JSON.stringify(source), source])).values()];
}
