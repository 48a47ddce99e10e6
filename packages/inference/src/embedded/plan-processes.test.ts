import { expect, it } from 'vitest';
import { planProcesses, readMachine } from './plan-processes.ts';

const gibibytes = (count: number) => count * 1024 ** 3;
const counts = (cores: number, memory: number, limit = 256) => {
  const plan = planProcesses({ cores, memoryBytes: gibibytes(memory) }, limit);
  const { reader, screener, encoder } = plan;
  return {
    readers: [reader.processesKept, reader.processes],
    screeners: [screener.processesKept, screener.processes],
    passages: encoder.passageProcesses,
  };
};

it('follows the cores', () => {
  expect(counts(1, 32)).toEqual({ readers: [1, 1], screeners: [1, 1], passages: 1 });
  expect(counts(2, 32)).toEqual({ readers: [2, 2], screeners: [1, 1], passages: 1 });
  expect(counts(16, 32)).toEqual({ readers: [2, 16], screeners: [1, 8], passages: 8 });
});

it('follows the memory: with little of it, many cores run few processes', () => {
  expect(counts(16, 1)).toEqual({ readers: [1, 1], screeners: [1, 1], passages: 1 });
  expect(counts(16, 3)).toEqual({ readers: [2, 2], screeners: [1, 1], passages: 1 });
  const { readers, screeners, passages } = counts(16, 5);
  const [, all = 0] = readers;
  const [, screening = 0] = screeners;
  expect(all).toBeGreaterThan(2);
  // An eighth of a gibibyte for each beyond those that are always there, within half of the memory.
  expect(1.5 + (all - 2 + screening - 1 + passages - 1) / 8).toBeLessThanOrEqual(2.5);
});

it('never exceeds the limit of the operator', () => {
  expect(counts(16, 64, 1)).toEqual({ readers: [1, 1], screeners: [1, 1], passages: 1 });
  expect(counts(16, 64, 4)).toEqual({ readers: [2, 4], screeners: [1, 4], passages: 4 });
});

it('knows the machine that it runs on', () => {
  const { cores, memoryBytes } = readMachine();
  expect(cores).toBeGreaterThanOrEqual(1);
  expect(memoryBytes).toBeGreaterThan(0);
});
