import { expect, it } from 'vitest';
import { compareCheckers } from './compare-checkers.ts';

it('[CON-12-30] two checkers judge sound and 1,000 manipulated receipts alike, and accept no manipulated one', async () => {
  const { sound, broken, codes, faults } = await compareCheckers({ changes: 1000, seed: 1 });
  expect(faults).toEqual([]);
  expect([sound, broken]).toEqual([13, 1003]);
  // Not all of them fail in the same way.
  for (const code of [
    'receipt_malformed',
    'signature_wrong',
    'commitment_wrong',
    'fields_wrong',
    'key_untrusted',
  ])
    expect(codes.get(code), code).toBeGreaterThan(0);
});
