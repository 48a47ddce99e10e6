import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(16 * 1024);
let used = pool.length;

/** Random bytes. They are drawn in bulk, because one draw costs as much as a hundred; none is returned twice. */
export function drawBytes(count: number): Buffer {
  if (count > pool.length) throw new RangeError('more than one draw has');
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const drawn = Buffer.from(pool.subarray(used, used + count));
  // A key that was returned must not stay in the pool.
  pool.fill(0, used, used + count);
  used += count;
  return drawn;
}
