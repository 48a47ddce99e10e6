import { createHash } from 'node:crypto';
import type { QueryRequest } from '@avow/contract/query';
import type { TenantId, ThreadId } from '@avow/foundation';
import { AppError, suffixFrom, suffixOf } from '@avow/foundation';
import type { RecordStore } from '../../features/records/record-store.ts';
import type { IncomingQuery } from './admission.ts';
import type { HashPrompt } from './hash-prompt.ts';

interface ThreadDependencies {
  readonly records: Pick<RecordStore, 'isThreadOf' | 'hasThread' | 'isHidden' | 'listMessages'>;
  readonly hashPrompt: HashPrompt;
}

interface FoundThread {
  /** Null: a new one, of any id. */
  readonly threadId: ThreadId | null;
  /** As if its client had known the id of the thread. */
  readonly request: QueryRequest;
}

/** How often what a key names may have been erased before it is no longer used. */
const erasedMax = 20;
/** For how many pauses a thread is continued that ends with one. */
const pausesMax = 12;

/** The thread that a question belongs to: by its id, by the key of the client, or a new one. */
export async function findThread(
  path: ThreadDependencies,
  {
    tenantId,
    request,
    callerId,
    nowMs,
  }: Pick<IncomingQuery, 'tenantId' | 'request' | 'callerId'> & { readonly nowMs: number },
): Promise<FoundThread> {
  const { groups = [] } = request;
  const { thread_key: key, thread_pause_minutes: pauseMinutes, ...rest } = request;
  if (key !== undefined) {
    const person = request.thread_shared === true ? null : (request.end_user_id ?? null);
    const named = { tenantId, person, groups, name: [...nameOwner(request, callerId ?? null), key] };
    const { threadId, isOpen } =
      pauseMinutes === undefined
        ? await findNamed(path, named)
        : await findBeforePause(path, named, { nowMs, pauseMs: pauseMinutes * 60_000 });
    if (!isOpen || threadId === null) return { threadId, request: rest };
    const { history: _, ...continued } = rest;
    return { threadId, request: { ...continued, thread_id: threadId } };
  }
  if (request.thread_id === undefined) return { threadId: null, request };
  const suffix = suffixOf(request.thread_id, ['thr']);
  const threadId: ThreadId | null = suffix === null ? null : `thr_${suffix}`;
  const person = request.end_user_id ?? null;
  if (threadId === null || !(await mayContinue(path, { tenantId, threadId, person, groups })))
    throw new AppError('not_found', { detail: 'There is no such thread.' });
  return { threadId, request };
}

/** Whether there is such a thread of the person, and nothing in it that these groups may not see. */
async function mayContinue(
  { records }: ThreadDependencies,
  { tenantId, threadId, person, groups }: Omit<NamedThread, 'name'> & { readonly threadId: ThreadId },
): Promise<boolean> {
  const isTheirs = await records.isThreadOf(tenantId, threadId, person);
  return isTheirs && !(await records.isHidden(tenantId, threadId, groups));
}

/** If no person is known the thread belongs to the caller, since a key can be guessed; and so does one that people share. */
function nameOwner({ end_user_id: person, thread_shared: isShared }: QueryRequest, callerId: string | null) {
  if (isShared === true) return ['shared', callerId];
  return person === undefined ? ['caller', callerId] : ['person', person];
}

interface NamedThread {
  readonly tenantId: TenantId;
  /** Whose thread it is; null: nobody's in particular. */
  readonly person: string | null;
  /** That the question is answered for. */
  readonly groups: readonly string[];
  /** What its id is made of. */
  readonly name: ReadonlyArray<string | number | null>;
}

interface ThreadOfKey {
  /** Null: too many of this name were erased. */
  readonly threadId: ThreadId | null;
  /** Whether it exists and can be continued. */
  readonly isOpen: boolean;
}

/**
 * The id comes from the name, so that every node finds the same one. A thread that was erased stays closed, and one with what
 * the question's groups may not see is not continued: the next id is another.
 */
async function findNamed(
  path: ThreadDependencies,
  { tenantId, person, groups, name }: NamedThread,
): Promise<ThreadOfKey> {
  const { records, hashPrompt } = path;
  for (let erased = 0; erased < erasedMax; erased += 1) {
    const hashed = hashPrompt(tenantId, JSON.stringify(['thread_key', ...name, erased]));
    const bytes = createHash('sha256').update(hashed).digest().subarray(0, 16);
    const threadId: ThreadId = `thr_${suffixFrom(bytes)}`;
    if (await mayContinue(path, { tenantId, threadId, person, groups })) return { threadId, isOpen: true };
    if (!(await records.hasThread(tenantId, threadId))) return { threadId, isOpen: false };
  }
  return { threadId: null, isOpen: false };
}

/**
 * Time is cut into pieces as long as the pause, and the piece in which a thread begins is part of its name: at most one begins
 * in each, so the newest is found by looking back.
 */
async function findBeforePause(
  path: ThreadDependencies,
  named: NamedThread,
  { nowMs, pauseMs }: { readonly nowMs: number; readonly pauseMs: number },
): Promise<ThreadOfKey> {
  const piece = Math.floor(nowMs / pauseMs);
  const findFrom = (back: number) =>
    findNamed(path, { ...named, name: [...named.name, pauseMs, piece - back] });
  const current = await findFrom(0);
  if (current.isOpen) return current;
  const earlier = await Promise.all(Array.from({ length: pausesMax }, (_, index) => findFrom(index + 1)));
  const newest = earlier.find(({ isOpen }) => isOpen);
  if (newest === undefined || newest.threadId === null) return current;
  const filter = { threadId: newest.threadId, readableBy: named.groups };
  const [last] = await path.records.listMessages(named.tenantId, filter, { before: null, limit: 1 });
  return last !== undefined && nowMs - last.createdAtMs < pauseMs ? newest : current;
}
