import type { Citation, GuardrailResult, QueryRequestInput, QueryResponse } from '@avow/contract/query';
import type { ProcessingStep } from '@avow/contract/values';
import { CallError, send } from './call.ts';
import { readServerEvents, type ServerEvent } from './read-server-events.ts';

/** What is known of an answer while it is being given. */
export interface AnswerProgress {
  readonly messageId: string | null;
  readonly steps: readonly { readonly step: ProcessingStep; readonly atMs: number }[];
  readonly text: string;
  readonly guardrails: readonly GuardrailResult[];
  readonly citations: readonly Citation[];
  /** The response, once the message has ended or is pending review. */
  readonly response: QueryResponse | null;
  /** The connection was lost, and is being resumed. */
  readonly interrupted: boolean;
  readonly endedMs: number | null;
}

export const noProgress: AnswerProgress = {
  messageId: null,
  steps: [],
  text: '',
  guardrails: [],
  citations: [],
  response: null,
  interrupted: false,
  endedMs: null,
};

const attemptsMax = 6;
const pauseMs = 400;

interface FollowOptions {
  readonly request: QueryRequestInput;
  readonly onProgress: (progress: AnswerProgress) => void;
  readonly signal: AbortSignal;
}

/** How many streams of answers in review stay open: a browser has few connections to one service. */
const keptOpenMax = 2;
const keptOpen: AbortController[] = [];

/** Browsers report a response that is cut as a failed request: this one ends with the decision, or after a time that the service sets. */
function keepOpen(stream: AbortController): void {
  keptOpen.push(stream);
  if (keptOpen.length > keptOpenMax) keptOpen.shift()?.abort();
}

/**
 * Asks, and reports what the stream says until the message has ended or is pending review: a decision may take days. A stream
 * that is cut is resumed after the last event that arrived: the message goes on without us.
 */
export async function followAnswer({ request, onProgress, signal }: FollowOptions): Promise<AnswerProgress> {
  const startedMs = performance.now();
  const reading = { progress: noProgress, lastId: '' };
  const stream = new AbortController();
  const stop = () => stream.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  /** Until the stream ends, or the answer is pending review. */
  const read = (response: Response) =>
    new Promise<void>((resolve, reject) => {
      readServerEvents(response, (event) => {
        if (reading.progress.response?.status === 'in_review') return;
        if (!take(event)) return;
        signal.removeEventListener('abort', stop);
        keepOpen(stream);
        resolve();
      }).then(resolve, reject);
    });
  const take = (event: ServerEvent) => {
    if (event.id !== '') reading.lastId = event.id;
    const sinceMs = performance.now() - startedMs;
    reading.progress = { ...advance(reading.progress, event, sinceMs), interrupted: false };
    onProgress(reading.progress);
    return reading.progress.response?.status === 'in_review';
  };
  const headers = { accept: 'text/event-stream' };
  const first = await send('executeQuery', {
    body: { ...request, stream: true },
    headers,
    signal: stream.signal,
  });
  await read(first).catch(() => undefined);
  for (let attempt = 1; reading.progress.response === null; attempt += 1) {
    signal.throwIfAborted();
    const { messageId } = reading.progress;
    if (messageId === null || attempt > attemptsMax)
      throw new CallError({ code: 'interrupted', status: 0, message: 'interrupted' });
    reading.progress = { ...reading.progress, interrupted: true };
    onProgress(reading.progress);
    await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    const before = reading.lastId;
    await resume(messageId, before, stream.signal)
      .then(read)
      .catch((error: unknown) => {
        if (error instanceof CallError && error.status >= 400 && error.status < 500) throw error;
      });
    if (reading.lastId !== before) attempt = 0;
  }
  return reading.progress;
}

function resume(messageId: string, after: string, signal: AbortSignal): Promise<Response> {
  return send('streamMessageEvents', {
    params: { message_id: messageId },
    headers: { accept: 'text/event-stream', ...(after === '' ? {} : { 'last-event-id': after }) },
    signal,
  });
}

function advance(progress: AnswerProgress, { type, data }: ServerEvent, sinceMs: number): AnswerProgress {
  switch (type) {
    case 'message.created':
      return { ...progress, messageId: (data as { message_id: string }).message_id };
    case 'message.processing': {
      const { step } = data as { step: ProcessingStep };
      return { ...progress, steps: [...progress.steps, { step, atMs: sinceMs }] };
    }
    case 'message.guardrail':
      return { ...progress, guardrails: [...progress.guardrails, data as GuardrailResult] };
    case 'message.citation':
      return { ...progress, citations: addCitation(progress.citations, data as Citation) };
    case 'message.answer.delta':
      return { ...progress, text: progress.text + (data as { text: string }).text };
    case 'message.in_review':
    case 'message.delivered':
    case 'message.blocked':
    case 'message.failed':
    case 'message.cancelled':
      return { ...progress, response: data as QueryResponse, endedMs: sinceMs };
    // Names may be added.
    default:
      return progress;
  }
}

/** One that comes again supports more of the answer than before, and takes the place of the first. */
function addCitation(citations: readonly Citation[], added: Citation): Citation[] {
  const placeOf = ({ document_id, start, end, answer_start }: Citation) =>
    [document_id, start, end, answer_start].join(' ');
  const others = citations.filter((known) => placeOf(known) !== placeOf(added));
  return [...others, added];
}
