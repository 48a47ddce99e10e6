import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type CallError, send } from './call.ts';
import { type Metric, readMetrics } from './read-metrics.ts';

const readAgainMs = 5_000;

/** The metrics of the service, read again and again. */
export function useMetrics(): UseQueryResult<readonly Metric[], CallError> {
  return useQuery<readonly Metric[], CallError>({
    queryKey: ['getMetrics'],
    queryFn: async ({ signal }) => readMetrics(await (await send('getMetrics', { signal })).text()),
    refetchInterval: readAgainMs,
  });
}
