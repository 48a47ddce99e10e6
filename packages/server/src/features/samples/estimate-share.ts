import { shareAtMost } from '@avow/foundation/statistics';

/** What a random sample says of all that it was drawn from. */
export interface ShareEstimate {
  readonly found: number;
  readonly of: number;
  readonly from: number;
  readonly until: number;
}

/** Half of what may go wrong on either side: the interval has a confidence of 95 %. */
const error = 0.025;

/** By Clopper and Pearson. Without trials, anything is possible. */
export function estimateShare(found: number, of: number): ShareEstimate {
  if (of === 0) return { found, of, from: 0, until: 1 };
  return {
    ...{ found, of },
    from: 1 - shareAtMost({ hits: of - found, trials: of, error }),
    until: shareAtMost({ hits: found, trials: of, error }),
  };
}
