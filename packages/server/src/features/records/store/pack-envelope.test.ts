import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packEnvelope, unpackEnvelope } from './pack-envelope.ts';

const text = fc.string({ unit: 'binary', maxLength: 60 });

it('unpacks what it packed, whatever the texts are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 8 }), (envelope) => {
      expect(unpackEnvelope(packEnvelope(envelope))).toEqual(envelope);
    }),
  );
});

it('packs in the stored format', () => {
  const packed = packEnvelope([
    ['question', 'Wie hoch?\n'],
    ['response', '{"answer":"🏔"}'],
  ]);
  expect(packed).toBe('[["question",10],["response",15]]\nWie hoch?\n{"answer":"🏔"}');
});
