import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTenantLimiter } from './tenant-limiter.ts';

it('never exceeds a limit, reports the tenant limit first, and counts each release once', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 80 });
  fc.assert(
    fc.property(steps, (moves) => {
      const limiter = createTenantLimiter({ tenantMax: 2, totalMax: 4 });
      const open: Array<{ readonly tenantId: string; readonly release: () => void }> = [];
      for (const [tenantId, ends] of moves) {
        if (ends) {
          const ended = open.shift();
          ended?.release();
          ended?.release();
          expect(limiter.count).toBe(open.length);
          continue;
        }
        const own = open.filter((one) => one.tenantId === tenantId).length;
        const expected = own >= 2 ? 'tenant' : open.length >= 4 ? 'total' : 'acquired';
        const acquired = limiter.tryAcquire(tenantId);
        expect(acquired.kind === 'refused' ? acquired.limit : acquired.kind).toBe(expected);
        if (acquired.kind === 'acquired') open.push({ tenantId, release: acquired.release });
        expect(limiter.count).toBe(open.length);
      }
    }),
  );
});

it('is idle when nothing is in progress, again and again', async () => {
  const limiter = createTenantLimiter({ tenantMax: 1, totalMax: 1 });
  for (let round = 0; round < 2; round += 1) {
    await limiter.idle();
    const acquired = limiter.tryAcquire('a');
    let isIdle = false;
    const idle = limiter.idle().then(() => {
      isIdle = true;
    });
    await new Promise(setImmediate);
    expect(isIdle).toBe(false);
    if (acquired.kind === 'acquired') acquired.release();
    await idle;
  }
});
