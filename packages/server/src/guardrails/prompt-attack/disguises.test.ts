import { describe, expect, it } from 'vitest';
import { heldOutPhrases } from './test-support/held-out-phrases.ts';
import { measureDisguises } from './test-support/measure-disguises.ts';

const [plain, ...measures] = measureDisguises();

/** Disguises that lose the spaces or the order of letters: known words alone can tell where they were. */
const lossy: Readonly<Record<string, number>> = {
  'letters spaced evenly': 36,
  'words run together': 36,
  'pig latin': 34,
};

/** Under these the words can be read without decoding: they are no surer than in plain sight. */
const lostMax = 3;

describe('phrases that the rules were not written with', () => {
  it('are many, under many disguises', () => {
    expect(heldOutPhrases.length).toBeGreaterThanOrEqual(40);
    expect(new Set(heldOutPhrases).size).toBe(heldOutPhrases.length);
    expect(measures.length).toBeGreaterThanOrEqual(24);
  });

  it('are found as they are: nearly all suspected, nearly half of them sure', () => {
    expect(plain?.suspected).toBeGreaterThanOrEqual(36);
    expect(plain?.sure).toBeGreaterThanOrEqual(18);
  });

  it.each(measures)('are shown under the disguise "$name"', ({ name, shown, phrases }) => {
    expect(shown).toBeGreaterThanOrEqual(lossy[name] ?? phrases);
  });

  it.each(measures)('are found under the disguise "$name"', ({ suspected, sure }) => {
    expect(suspected).toBeGreaterThanOrEqual((plain?.suspected ?? 0) - lostMax);
    expect(sure).toBeGreaterThanOrEqual((plain?.sure ?? 0) - lostMax);
  });
});
