import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionCoverage } from './question-coverage.ts';

describe('questionCoverage', () => {
  it.each([
    ['How long is the warranty on batteries?', ['The warranty covers batteries for two years.'], 1],
    ['How long is the warranty on batteries?', ['The warranty lasts two years.'], 0.5],
    ['How long is the warranty on batteries?', ['We open at nine.'], 0],
    ['How long is the warranty on batteries?', ['The warranty lasts two years.', 'Batteries'], 1],
    // Nothing but words that say little: then they count after all.
    ['What is the process?', ['The process has three steps.'], 1],
  ])('of the words of “%s” finds in %j the share %d', (question, sources, terms) => {
    expect(questionCoverage(question, sources).terms).toBe(terms);
  });

  it.each([
    ['names, wherever they stand', 'Does the plan in Norway cover Berta?', ['Norway and Denmark'], 0.5],
    ['numbers', 'Is room 214 free on floor 3?', ['Room 214 is on floor 4.'], 0.5],
    ['numbers however they are written', 'Can I claim 1,500 for it?', ['Up to 1500 may be claimed.'], 1],
    ['codes', 'What does the error E-4012 mean?', ['E-4012: the door is open.'], 1],
    ['short names at the beginning', 'VPN access from home?', ['The VPN works anywhere.'], 1],
    ['the only thing that is asked about', 'Who is Berta?', ['Berta runs it.'], 1],
    ['each of them once', 'Is Berta or Carl or Berta there?', ['Carl is.'], 0.5],
  ])('finds %s', (_, question, sources, entities) => {
    expect(questionCoverage(question, sources).entities).toBe(entities);
  });

  it.each([
    ['the first word of a sentence', 'Batteries are empty. Chargers too?'],
    ['words that ask', 'so What do I do?'],
    ['every word with a capital', 'How To Reset My Password'],
    ['shouting', 'WHERE IS MY PARCEL'],
  ])('does not take %s for a name', (_, question) => {
    expect(questionCoverage(question, ['Nothing of it.']).entities).toBeUndefined();
  });

  it('is empty for a question without specific words', () => {
    expect(questionCoverage('', ['Anything'])).toEqual({});
    expect(questionCoverage('What is it?', ['Anything'])).toEqual({});
  });

  it('lies between 0 and 1, and grows with what is quoted', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), fc.string(), (question, sources, more) => {
        const { terms = 0, entities = 0 } = questionCoverage(question, sources);
        const further = questionCoverage(question, [...sources, more]);
        expect(terms).toBeGreaterThanOrEqual(0);
        expect(terms).toBeLessThanOrEqual(further.terms ?? 0);
        expect(entities).toBeLessThanOrEqual(further.entities ?? 0);
        expect(further.terms ?? 1).toBeLessThanOrEqual(1);
        expect(further.entities ?? 1).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is complete for the question itself', () => {
    fc.assert(
      fc.property(fc.lorem(), (question) => {
        expect(questionCoverage(question, [question]).terms ?? 1).toBe(1);
        expect(questionCoverage(question, [question]).entities ?? 1).toBe(1);
      }),
    );
  });

  it('uses only the beginning of long texts', () => {
    const filler = 'word '.repeat(20_000);
    expect(questionCoverage('Where is the harbour?', [`${filler} harbour`]).terms).toBe(0);
    expect(questionCoverage('Where is the harbour?', [`harbour ${filler}`]).terms).toBe(1);
    expect(questionCoverage(`${'very '.repeat(2_000)} harbour`, ['harbour']).terms).toBeUndefined();
  });
});
