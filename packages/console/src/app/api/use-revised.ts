import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type CallError, type CallOptions, send } from './call.ts';
import type { CallId, Outputs } from './outputs.ts';
import { readRevision } from './read-revision.ts';

/** What was read, and which revision of it, so that a change of it writes over no other. */
export interface Revised<Entry> {
  readonly entry: Entry;
  /** Null: it has none. */
  readonly revision: number | null;
}

/** What changed since: a change that names this revision is refused. */
export const isRevisedSince = (error: CallError | null): boolean => error?.code === 'precondition_failed';

async function callRevised<Id extends CallId>(id: Id, options: CallOptions): Promise<Revised<Outputs[Id]>> {
  const response = await send(id, options);
  const entry = (await response.json()) as Outputs[Id];
  return { entry, revision: readRevision(response.headers.get('etag')) };
}

/** Like `useCall`, with the revision of what is read. */
export function useRevised<Id extends CallId>(
  id: Id,
  params: Readonly<Record<string, string>>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<Revised<Outputs[Id]>, CallError> {
  return useQuery<Revised<Outputs[Id]>, CallError>({
    queryKey: [id, params, 'revised'],
    queryFn: ({ signal }) => callRevised(id, { params, signal }),
    enabled,
  });
}

interface RevisedChange {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What it was made from; null: whatever is stored. */
  readonly revision: number | null;
}

/** Like `useChange`, but refused if something else is stored by now, which is then read. */
export function useRevisedChange<Id extends CallId>(
  id: Id,
): UseMutationResult<Revised<Outputs[Id]>, CallError, RevisedChange> {
  const client = useQueryClient();
  return useMutation<Revised<Outputs[Id]>, CallError, RevisedChange>({
    mutationFn: ({ revision, ...options }) =>
      callRevised(id, { ...options, headers: revision === null ? {} : { 'if-match': `"${revision}"` } }),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => (isRevisedSince(error) ? client.invalidateQueries() : undefined),
  });
}
