import {
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type CallError, type CallOptions, call } from './call.ts';
import type { CallId, ListPage, Outputs } from './outputs.ts';

interface Watching<Output> {
  readonly enabled?: boolean;
  /** How often it is read again, by what was read last; false: not by time. */
  readonly every?: (output: Output | undefined) => number | false;
  /** Reading it is put on the log, so that coming back to the window does not read it again. */
  readonly isLogged?: boolean;
}

/** What an operation returns, read again when something is changed. */
export function useCall<Id extends CallId>(
  id: Id,
  options: CallOptions = {},
  { enabled = true, every, isLogged = false }: Watching<Outputs[Id]> = {},
): UseQueryResult<Outputs[Id], CallError> {
  return useQuery<Outputs[Id], CallError>({
    queryKey: [id, options.params ?? {}, options.query ?? {}],
    queryFn: ({ signal }) => call(id, { ...options, signal }),
    enabled,
    ...(isLogged ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
    ...(every === undefined ? {} : { refetchInterval: ({ state }) => every(state.data) }),
  });
}

type Listing = { [Id in CallId]: Outputs[Id] extends ListPage<unknown> ? Id : never }[CallId];
type EntryOf<Id extends Listing> = Outputs[Id] extends ListPage<infer Entry> ? Entry : never;

/** A list that is read page by page. */
export function useList<Id extends Listing>(
  id: Id,
  options: CallOptions = {},
  {
    enabled = true,
    every,
    isLogged = false,
  }: { readonly enabled?: boolean; readonly every?: number; readonly isLogged?: boolean } = {},
): UseInfiniteQueryResult<readonly EntryOf<Id>[], CallError> {
  return useInfiniteQuery({
    queryKey: [id, options.params ?? {}, options.query ?? {}, 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(id, {
        ...options,
        query: { ...options.query, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }) as Promise<unknown> as Promise<ListPage<EntryOf<Id>>>,
    initialPageParam: '',
    getNextPageParam: (last: ListPage<EntryOf<Id>>) => last.next_cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    enabled,
    ...(isLogged ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
}

/** Calls an operation that changes something; everything that is shown is read again afterwards. */
export function useChange<Id extends CallId>(id: Id): UseMutationResult<Outputs[Id], CallError, CallOptions> {
  const client = useQueryClient();
  return useMutation<Outputs[Id], CallError, CallOptions>({
    mutationFn: (options) => call(id, options),
    onSuccess: () => client.invalidateQueries(),
  });
}
