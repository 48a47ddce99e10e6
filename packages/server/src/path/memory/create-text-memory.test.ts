import { expect, it } from 'vitest';
import { createTextMemory } from './create-text-memory.ts';

const about = { tenantId: 'ten_a', kind: 'language', texts: ['What is it?', null] } as const;

function counted() {
  let count = 0;
  return { compute: () => `value ${++count}`, count: () => count };
}

it('computes once for the same texts, and anew for any other tenant, kind or text', () => {
  const memory = createTextMemory();
  const { compute, count } = counted();
  expect(memory.recall(about, compute)).toBe('value 1');
  expect(memory.recall({ ...about }, compute)).toBe('value 1');
  const others = [
    { ...about, tenantId: 'ten_b' },
    { ...about, kind: 'coverage' },
    { ...about, texts: ['What is it?'] },
    { ...about, texts: ['What is it?', 'null'] },
    { ...about, texts: ['What is', ' it?', null] },
  ] as const;
  for (const other of others) memory.recall(other, compute);
  expect(count()).toBe(1 + others.length);
});

it('forgets all of a tenant and nothing of another', () => {
  const memory = createTextMemory();
  const { compute, count } = counted();
  memory.recall(about, compute);
  memory.recall({ ...about, tenantId: 'ten_b' }, compute);
  memory.forgetTenant('ten_a');
  memory.recall({ ...about, tenantId: 'ten_b' }, compute);
  expect(count()).toBe(2);
  memory.recall(about, compute);
  expect(count()).toBe(3);
});

it('keeps no more than it may, the latest used longest, and no long text', () => {
  const memory = createTextMemory({ valuesMax: 2 });
  const { compute, count } = counted();
  const of = (text: string) => memory.recall({ ...about, texts: [text] }, compute);
  for (const text of ['a', 'b', 'a', 'c', 'a']) of(text);
  expect(count()).toBe(3);
  of('b');
  expect(count()).toBe(4);
  for (let time = 0; time < 2; time += 1) of('long '.repeat(1000));
  expect(count()).toBe(6);
});
