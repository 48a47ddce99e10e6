import type { ReviewFigures } from '@avow/contract/review';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from './call.ts';
import { useMay } from './session.ts';
import { useCall } from './use-call.ts';

const readAgainMs = 20_000;

/** What waits for reviewers: the navigation, home and the queue read it once for all of them. */
export function useReviewFigures(): UseQueryResult<ReviewFigures, CallError> {
  const may = useMay();
  return useCall('getReviewFigures', {}, { enabled: may('review:decide'), every: () => readAgainMs });
}
