import { describe, expect, it } from 'vitest';
import { measureDrift, type Sample } from './summarise-samples.ts';

const sampleAt = (atSeconds: number, memoryBytes: number, process = 0): Sample => ({
  ...{ atSeconds, process, memoryBytes, heapBytes: 0, allMemoryBytes: 0, fileDescriptors: 20, handles: 5 },
  ...{ dataBytes: 0, messages: 0, p50Ms: 1, p99Ms: 2 },
});

describe('measureDrift', () => {
  it('finds the growth an hour after the warm-up, in which a process grows anyway', () => {
    const samples = Array.from({ length: 40 }, (_, index) => {
      const atSeconds = index * 60;
      return sampleAt(atSeconds, atSeconds < 300 ? atSeconds * 1000 : 300_000 + (atSeconds - 300) * 2);
    });
    const drift = measureDrift(samples, 'memoryBytes');
    expect(drift?.first).toBe(300_000);
    expect(drift?.perHour).toBeCloseTo(7200);
    expect(measureDrift(samples, 'fileDescriptors')).toEqual({ first: 20, last: 20, perHour: 0 });
  });

  it('does not take the restart of a process for a change', () => {
    const of = (process: number) =>
      Array.from({ length: 20 }, (_, index) => sampleAt(process * 1200 + index * 60, 100 + index, process));
    expect(measureDrift([...of(0), ...of(1)], 'memoryBytes')?.perHour).toBeCloseTo(60);
  });

  it('says nothing about a run that was too short', () => {
    expect(measureDrift([sampleAt(0, 1), sampleAt(400, 1)], 'memoryBytes')).toBeNull();
    expect(measureDrift([], 'memoryBytes')).toBeNull();
  });
});
