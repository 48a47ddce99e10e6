import { describe, expect, it } from 'vitest';
import { offeredBy, writeClarifyingQuestion } from './clarifying-question.ts';

describe('a clarifying question', () => {
  it('names all that may be meant', () => {
    expect(writeClarifyingQuestion([])).toBeNull();
    expect(writeClarifyingQuestion(['Bakers', 'Drivers'])).toBe('Is this about “Bakers” or “Drivers”?');
    expect(writeClarifyingQuestion(['A', 'B', 'C'])).toBe('Is this about “A”, “B” or “C”?');
  });

  it.each(['How is it paid?', 'What is “net”?'])('offers a question that can be read back: %s', (offered) => {
    const written = writeClarifyingQuestion([offered]);
    expect(written).toBe(`Did you mean: “${offered}”`);
    expect(offeredBy(written)).toBe(offered);
  });

  it('offers no single question otherwise', () => {
    expect(offeredBy(null)).toBeNull();
    expect(offeredBy('Is this about “A” or “B”?')).toBeNull();
  });
});
