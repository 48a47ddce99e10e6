import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@avow/foundation';

/** What work under a lease has to show when it writes. */
export interface Fence {
  readonly name: string;
  readonly fence: number;
}

const shown = new AsyncLocalStorage<readonly Fence[]>();

/** Everything that the work writes shows this fence, and is refused once somebody else has taken the lease. */
export function showFence<Result>(fence: Fence, work: () => Promise<Result>): Promise<Result> {
  return shown.run([...shownFences(), fence], work);
}

/** Of the leases under which the caller works. */
export function shownFences(): readonly Fence[] {
  return shown.getStore() ?? [];
}

export function leaseLost(): AppError {
  return new AppError('pack_conflict', {
    detail: 'Another node has taken over the work that this was a part of. Nothing of it was written.',
  });
}
