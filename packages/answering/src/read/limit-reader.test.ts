import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitReader } from './limit-reader.ts';
import { scriptedReader, supported } from './test-support/scripted-reader.ts';

const passage = { context: '', text: 'Leave is long.' };
const claim = { claim: 'Leave is long.', evidence: 'Leave is long.' };

describe('limitReader', () => {
  test('no call has more time than is left, and none is begun where none is', async () => {
    const time = fc.integer({ min: 1, max: 5_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 6 }),
        time,
        async (left, timeoutMs) => {
          const given: number[] = [];
          const owners = new Set<string | undefined>();
          const reader = scriptedReader();
          const times = [...left];
          const limited = limitReader(
            {
              ...reader,
              read: (question, passages, limits) => {
                given.push(limits.timeoutMs);
                owners.add(limits.owner);
                return reader.read(question, passages, limits);
              },
              judge: (claims, limits) => {
                given.push(limits.timeoutMs);
                return reader.judge(claims, limits);
              },
            },
            { tenantId: 'ten_a' },
            { leftMs: () => times.shift() ?? 0 },
          );
          for (const [position, leftMs] of left.entries()) {
            const result =
              position % 2 === 0
                ? await limited.read('How long?', [passage], { timeoutMs })
                : await limited.judge([claim], { timeoutMs });
            expect(result === null).toBe(leftMs === 0);
          }
          expect([...owners].filter((owner) => owner !== 'ten_a')).toEqual([]);
          expect(given).toEqual(
            left.filter((leftMs) => leftMs > 0).map((leftMs) => Math.min(leftMs, timeoutMs)),
          );
        },
      ),
    );
  });

  test('gives what the reader gives', async () => {
    const limited = limitReader(
      scriptedReader({ judge: () => supported }),
      { tenantId: 'ten_a' },
      { leftMs: () => 10 },
    );
    expect(limited.name).toBe('scripted-reader');
    expect(await limited.judge([claim], { timeoutMs: 5 })).toEqual([supported]);
  });
});
