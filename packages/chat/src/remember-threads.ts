import { shorten } from '@avow/text';

/** What a question has to do with earlier ones, as fields of the request. */
interface Continuation {
  readonly thread_id?: string;
  readonly history?: string[];
}

export interface RememberedThreads {
  /** How to continue: with the thread of this person, or with what others asked in the same place. */
  recall(place: string, person: string): Continuation;
  remember(asked: AskedQuestion): void;
  /** After this the person begins anew in this place. */
  forget(place: string, person: string): void;
}

interface AskedQuestion {
  readonly place: string;
  readonly isThread: boolean;
  readonly person: string;
  readonly text: string;
  readonly threadId: string;
}

interface Place {
  readonly isThread: boolean;
  readonly threadIds: Map<string, string>;
  questions: readonly string[];
  usedAtMs: number;
}

const placesMax = 10_000;
const peopleMax = 50;
/** As many as the service uses to understand a follow-up. */
const questionsMax = 4;
const questionMax = 2_000;
/** After such a pause in a chat without threads, a question is about something else. */
const pauseMs = 30 * 60_000;

/**
 * Which thread of the service continues which chat, and what others asked there. It is kept in memory. For the threads of a
 * platform the service finds its own by their key, so that a restart loses only what others asked in them, and the thread of
 * a chat that has none.
 */
export function rememberThreads(nowMs: () => number = Date.now): RememberedThreads {
  const places = new Map<string, Place>();

  function find(name: string): Place | undefined {
    const place = places.get(name);
    if (place === undefined || place.isThread || nowMs() - place.usedAtMs < pauseMs) return place;
    places.delete(name);
    return undefined;
  }

  return {
    recall: (name, person) => {
      const place = find(name);
      const threadId = place?.threadIds.get(person);
      if (threadId !== undefined) return { thread_id: threadId };
      return place === undefined || place.questions.length === 0 ? {} : { history: [...place.questions] };
    },
    remember: ({ place: name, isThread, person, text, threadId }) => {
      const place = find(name) ?? { isThread, threadIds: new Map(), questions: [], usedAtMs: 0 };
      // What was used last is at the end, and what is at the beginning is forgotten first.
      places.delete(name);
      places.set(name, place);
      place.threadIds.delete(person);
      place.threadIds.set(person, threadId);
      place.questions = [...place.questions, shorten(text, questionMax)].slice(-questionsMax);
      place.usedAtMs = nowMs();
      dropOldest(place.threadIds, peopleMax);
      dropOldest(places, placesMax);
    },
    forget: (name, person) => void places.get(name)?.threadIds.delete(person),
  };
}

/** Removes what was added first, until no more than this many are left. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, max: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(oldest);
  }
}
