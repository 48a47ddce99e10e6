import { expect, it } from 'vitest';
import { createYielder } from './yielder.ts';

const spend = (ms: number) => {
  for (const endsAt = performance.now() + ms; performance.now() < endsAt; );
};

it('lets other work run once a slice is spent, and not before', async () => {
  const giveWay = createYielder();
  let others = 0;
  let isOver = false;
  const count = () => {
    others += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await giveWay();
  expect(others).toBe(0);
  for (let slice = 1; slice <= 3; slice += 1) {
    spend(10);
    await giveWay();
    expect(others).toBeGreaterThanOrEqual(slice);
  }
  isOver = true;
});
