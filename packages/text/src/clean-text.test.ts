import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

test('removes everything that a terminal would interpret, and nothing else', () => {
  const harmless = fc.stringMatching(/^[\p{L}\p{N}\p{P}\p{S} \t\n]*$/u);
  const steering = fc.constantFrom('\u001b', '\u0007', '\r', '\b', '\u009b', '\u202e', '\u2066');
  fc.assert(
    fc.property(fc.array(fc.tuple(harmless, steering)), (parts) => {
      const kept = parts.map(([text]) => text).join('');
      expect(cleanText(parts.flat().join(''))).toBe(kept);
    }),
  );
  expect(cleanText('half \ud83d')).toBe('half \ufffd');
});
