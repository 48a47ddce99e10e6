import { type Citation, isTerminalEventType, type QueryResponse } from '@avow/contract/query';
import { type AnswerFormat, codePointLength } from '@avow/contract/values';
import type { InputOutcome } from '@avow/guardrails';
import { indexCodePoints } from '@avow/text/sentences';
import type { JournalEvent } from '../features/records/record-store.ts';
import type { PathDependencies } from './path-dependencies.ts';
import type { GuardedQuery } from './query.ts';
import type { Delivery } from './recording/record-message.ts';
import { readHistory } from './understanding/read-history.ts';

/** `accepted`: the answer comes later. `delivered`: the message has ended. */
export type Answer = Delivery & { readonly kind: 'delivered' | 'accepted' };

/** Restores, for the caller, what was redacted in their prompt; null if nothing was. Nothing of it is stored. */
export async function openRestorer(
  { records }: Pick<PathDependencies, 'records'>,
  { admission, guard, input, timeLimit }: GuardedQuery,
): Promise<Restorer | null> {
  if (input.redactions.length === 0) return null;
  const { request } = admission;
  const history = await readHistory({ records, guard }, admission, timeLimit.signal);
  const earlier = history.flatMap(({ prompt, question }) => [prompt, question]);
  return createRestorer({ prompt: request.prompt, format: request.answer_format, earlier }, input);
}

/** Only now does the answer leave: its record is committed. */
export function deliverAnswer(recorded: Delivery, restorer: Restorer | null): Answer {
  if (restorer === null) return { ...recorded, kind: 'delivered' };
  const response = restorer.restoreResponse(recorded.response);
  return { response, body: JSON.stringify(response), kind: 'delivered' };
}

/** Restores in answers what was redacted in the prompt, for the caller who wrote it. It lives as long as their query. */
export interface Restorer {
  restoreResponse(response: QueryResponse): QueryResponse;
  /** Events of a message from its first one on, as they are journalled. */
  restoreEvents(events: AsyncIterable<JournalEvent>): AsyncGenerator<JournalEvent, void>;
}

interface Restoring {
  readonly prompt: string;
  readonly format: AnswerFormat;
  /** Earlier turns that the redacted prompt was joined with: placeholders in them are left alone. */
  readonly earlier: readonly string[];
}

const looksLikePlaceholder = /\[[A-Z][A-Z0-9_]{0,40}_\d{1,9}\]/g;

/**
 * Of the question's placeholders those that stand for one value alone are put back, and of no secret: to show it once more
 * helps nobody. Never one that a quoted document has in its own words, and never in a quote. What the guardrails of the
 * answer take out is not put back: they give out no placeholder of the question.
 */
export function createRestorer({ prompt, format, earlier }: Restoring, input: InputOutcome): Restorer {
  const values = readValues(prompt, { redactions: input.redactions, earlier });
  const write = (value: string) => (format === 'json' ? JSON.stringify(value).slice(1, -1) : value);
  const startRestoration = () => createRestoration(values, write);
  return {
    restoreResponse: (response) => {
      const restoration = startRestoration();
      restoration.cite(response.citations);
      restoration.add(response.answer);
      return restoration.restore(response);
    },
    restoreEvents: (events) => restoreEvents(events, startRestoration()),
  };
}

/** By placeholder. One that means several values, or was in the text before, means none. */
function readValues(
  prompt: string,
  { redactions, earlier }: Pick<InputOutcome, 'redactions'> & Pick<Restoring, 'earlier'>,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const doubtful = new Set([prompt, ...earlier].flatMap(findPlaceholders));
  for (const { start, end, placeholder, isReversible } of redactions) {
    const name = placeholder.trimEnd();
    const value = prompt.slice(start, end);
    const isOther = values.has(name) && values.get(name) !== value;
    if (isReversible !== true || isOther) doubtful.add(name);
    values.set(name, value);
  }
  return new Map([...values].filter(([name]) => !doubtful.has(name) && findPlaceholders(name).length === 1));
}

function findPlaceholders(text: string): readonly string[] {
  return text.match(looksLikePlaceholder) ?? [];
}

/** How one answer is restored, as far as it is known. */
interface Restoration {
  cite(citations: readonly Citation[]): void;
  /** What comes next in the answer; returns it restored. */
  add(text: string): string;
  restoreCitation(citation: Citation): Citation;
  restore(response: QueryResponse): QueryResponse;
}

interface Restored {
  /** Code points in the answer as it was, and how much longer the answer is from there on. */
  readonly end: number;
  readonly longerBy: number;
}

function createRestoration(
  values: ReadonlyMap<string, string>,
  write: (value: string) => string,
): Restoration {
  const quoted = new Set<string>();
  const restored: Restored[] = [];
  let known = '';
  let shown = '';

  function add(text: string): string {
    const before = codePointLength(known);
    const offsets = indexCodePoints(text);
    const put = text.replace(looksLikePlaceholder, (placeholder: string, at: number) => {
      const value = values.get(placeholder);
      if (value === undefined || quoted.has(placeholder)) return placeholder;
      const written = write(value);
      const end = before + offsets.toCodePoint(at) + placeholder.length;
      restored.push({ end, longerBy: codePointLength(written) - placeholder.length });
      return written;
    });
    known += text;
    shown += put;
    return put;
  }

  const moved = (offset: number) =>
    restored.reduce((sum, { end, longerBy }) => (end <= offset ? sum + longerBy : sum), offset);

  function restoreCitation(citation: Citation): Citation {
    const { answer_start, answer_end } = citation;
    return {
      ...citation,
      answer_start: moved(answer_start),
      answer_end: moved(answer_end),
    };
  }

  return {
    add,
    restoreCitation,
    cite: (citations) => {
      for (const name of citations.flatMap(({ quote }) => findPlaceholders(quote ?? ''))) quoted.add(name);
    },
    // If the answer is not what was streamed, for example because it was blocked in the end, nothing is restored.
    restore: (response) =>
      response.answer === known
        ? { ...response, answer: shown, citations: response.citations.map(restoreCitation) }
        : response,
  };
}

/** Citations come before the words that they support, and wait for these to know their offsets. */
async function* restoreEvents(
  events: AsyncIterable<JournalEvent>,
  restoration: Restoration,
): AsyncGenerator<JournalEvent, void> {
  let waiting: JournalEvent[] = [];
  const restoreWaiting = () => {
    const ready = waiting;
    waiting = [];
    return ready.map((event) =>
      withBody(event, (citation) => restoration.restoreCitation(citation as Citation)),
    );
  };
  for await (const event of events) {
    if (event.type === 'message.citation') {
      restoration.cite([JSON.parse(event.body) as Citation]);
      waiting.push(event);
      continue;
    }
    const restored = restoreEvent(event, restoration);
    yield* restoreWaiting();
    yield restored;
  }
  yield* restoreWaiting();
}

function restoreEvent(event: JournalEvent, restoration: Restoration): JournalEvent {
  if (event.type === 'message.answer.delta')
    return withBody(event, (body) => {
      const delta = body as { readonly text: string };
      return { ...delta, text: restoration.add(delta.text) };
    });
  if (isTerminalEventType(event.type))
    return withBody(event, (response) => restoration.restore(response as QueryResponse));
  return event;
}

function withBody(event: JournalEvent, change: (body: unknown) => unknown): JournalEvent {
  return { ...event, body: JSON.stringify(change(JSON.parse(event.body))) };
}
