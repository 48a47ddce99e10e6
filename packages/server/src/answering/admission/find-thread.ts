import { createHash } from 'node:crypto';
import type { QueryRequest } from '@avow/contract';
import type { TenantId, ThreadId } from '@avow/foundation';
import { AppError, suffixFrom, suffixOf } from '@avow/foundation';
import type { RecordStore } from '../../records/record-store.ts';
import type { HashPrompt } from '../guard-input.ts';

interface ThreadParts {
  readonly records: Pick<RecordStore, 'isThreadOf' | 'hasThread'>;
  readonly hashPrompt: HashPrompt;
}

interface Asked {
  readonly tenantId: TenantId;
  readonly request: QueryRequest;
  /** The key or the person that asks. */
  readonly callerId?: string;
}

interface FoundThread {
  /** Null: a new one, of any id. */
  readonly threadId: ThreadId | null;
  /** As if its client had known the id of the thread. */
  readonly request: QueryRequest;
}

/** How often what a key names may have been erased before it is no longer used. */
const erasedMax = 20;

/** The thread that a question belongs to: by its id, by the key of the client, or a new one. */
export async function findThread(
  parts: ThreadParts,
  { tenantId, request, callerId }: Asked,
): Promise<FoundThread> {
  const { thread_key: key, ...rest } = request;
  if (key !== undefined)
    return await findByKey(parts, { tenantId, key, request: rest, callerId: callerId ?? null });
  if (request.thread_id === undefined) return { threadId: null, request };
  const suffix = suffixOf(request.thread_id, ['thr']);
  const threadId: ThreadId | null = suffix === null ? null : `thr_${suffix}`;
  if (threadId === null || !(await parts.records.isThreadOf(tenantId, threadId, request.end_user_id ?? null)))
    throw new AppError('not_found', { detail: 'There is no such thread.' });
  return { threadId, request };
}

/**
 * The id comes from the key and the person, so that every node finds the same one; if no person is known, from the caller, since a
 * key can be guessed. A thread that was erased stays closed: the next id is another.
 */
async function findByKey(
  { records, hashPrompt }: ThreadParts,
  {
    tenantId,
    key,
    request,
    callerId,
  }: Omit<Asked, 'callerId'> & { readonly key: string; readonly callerId: string | null },
): Promise<FoundThread> {
  const person = request.end_user_id ?? null;
  const owner = person === null ? ['caller', callerId] : ['person', person];
  for (let erased = 0; erased < erasedMax; erased += 1) {
    const named = hashPrompt(tenantId, JSON.stringify(['thread_key', ...owner, key, erased]));
    const bytes = createHash('sha256').update(named).digest().subarray(0, 16);
    const threadId: ThreadId = `thr_${suffixFrom(bytes)}`;
    if (await records.isThreadOf(tenantId, threadId, person)) {
      const { history: _, ...rest } = request;
      return { threadId, request: { ...rest, thread_id: threadId } };
    }
    if (!(await records.hasThread(tenantId, threadId))) return { threadId, request };
  }
  return { threadId: null, request };
}
