/** What the browser keeps for a visitor between visits: their secret, their thread, and what they wait for. */
export interface VisitorMemory {
  /** With it the service recognises the visitor. */
  readonly token: string;
  readonly threadId: string | null;
  /** Messages that had not ended when they were last seen. */
  readonly pending: readonly string[];
  /** Messages with which they turned to a person who has not replied yet. */
  readonly pendingReplies: readonly string[];
  /** Whether the next visit finds it. */
  readonly isLasting: boolean;
  keepThread(threadId: string | null): void;
  setPending(messageId: string, isPending: boolean): void;
  setReplyPending(messageId: string, isPending: boolean): void;
}

interface Kept {
  readonly token: string;
  readonly thread: string | null;
  readonly pending: readonly string[];
  readonly replies: readonly string[];
}

/** Beyond this the oldest are forgotten. */
const pendingMax = 50;

/** Everything is in memory alone if the page wants that, or the browser allows nothing else. */
export function openVisitorMemory(name: string, mayStore: boolean): VisitorMemory {
  const storage = mayStore ? openStorage() : null;
  let kept = readKept(storage?.getItem(name) ?? null) ?? {
    ...{ token: drawToken(), thread: null, pending: [], replies: [] },
  };
  let isLasting = false;
  const keep = (change: Partial<Kept>) => {
    kept = { ...kept, ...change };
    try {
      storage?.setItem(name, JSON.stringify(kept));
      isLasting = storage !== null;
    } catch {
      isLasting = false;
    }
  };
  keep({});
  return {
    token: kept.token,
    get threadId() {
      return kept.thread;
    },
    get pending() {
      return kept.pending;
    },
    get pendingReplies() {
      return kept.replies;
    },
    get isLasting() {
      return isLasting;
    },
    keepThread: (threadId) => keep({ thread: threadId }),
    setPending: (messageId, isPending) => keep({ pending: listWith(kept.pending, messageId, isPending) }),
    setReplyPending: (messageId, isPending) =>
      keep({ replies: listWith(kept.replies, messageId, isPending) }),
  };
}

function listWith(ids: readonly string[], messageId: string, isPending: boolean): readonly string[] {
  const others = ids.filter((id) => id !== messageId);
  return isPending ? [...others, messageId].slice(-pendingMax) : others;
}

const idsOf = (given: unknown): readonly string[] =>
  Array.isArray(given) ? given.filter((id) => typeof id === 'string').slice(-pendingMax) : [];

/** Some browsers and policies throw where others have none. */
function openStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Null: nothing is there, or something that another script wrote. */
function readKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const { token, thread, pending, replies } = JSON.parse(text);
    if (typeof token !== 'string' || !/^[\w-]{32,128}$/.test(token)) return null;
    return {
      token,
      thread: typeof thread === 'string' ? thread : null,
      ...{ pending: idsOf(pending), replies: idsOf(replies) },
    };
  } catch {
    return null;
  }
}

/** `crypto.randomUUID` is missing in browsers if the page came over plain http. */
function drawToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
