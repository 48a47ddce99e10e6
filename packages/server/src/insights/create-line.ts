import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';

/** Does one thing after the other, for all tenants; rejects where too many wait. */
export type Line = <Result>(tenantId: TenantId, work: () => Promise<Result>) => Promise<Result>;

const retryAfterSeconds = 5;

/** Counting takes memory and time as long as it lasts: one at a time, and a short line for it. */
export function createLine({
  tenantMax,
  totalMax,
}: {
  readonly tenantMax: number;
  readonly totalMax: number;
}): Line {
  const inLine = new Map<TenantId, number>();
  let total = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (tenantId, work) => {
    const own = inLine.get(tenantId) ?? 0;
    if (own >= tenantMax)
      throw new AppError('concurrency_limited', {
        detail: `A tenant may have ${tenantMax} insights being counted. Let some finish.`,
        retryAfterSeconds,
      });
    if (total >= totalMax)
      throw new AppError('overloaded', { detail: 'Too many insights are being counted.', retryAfterSeconds });
    total += 1;
    inLine.set(tenantId, own + 1);
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      total -= 1;
      const left = (inLine.get(tenantId) ?? 1) - 1;
      if (left === 0) inLine.delete(tenantId);
      else inLine.set(tenantId, left);
    }
  };
}
