import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readModelFacts, trainingStatus } from './read-model-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'avow-facts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const factsOf = (manifest: unknown) => {
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return readModelFacts(folder);
};

describe('readModelFacts', () => {
  it('reads the threshold and the held-out parts, both optional', () => {
    expect(factsOf({ no_answer_line: -1.5, kept_apart: { grounding: ['qags'] } })).toEqual({
      noAnswerLine: -1.5,
      keptApart: { grounding: ['qags'] },
    });
    expect(factsOf({ name: 'reader' })).toEqual({ noAnswerLine: null, keptApart: {} });
  });

  it('rejects anything but a list of names', () => {
    expect(() => factsOf({ kept_apart: { grounding: 'qags' } })).toThrow('kept_apart.grounding');
    expect(() => factsOf({ kept_apart: { grounding: [1] } })).toThrow('kept_apart.grounding');
  });
});

it('trainingStatus is unknown for a pool that the manifest does not name', () => {
  const facts = factsOf({ kept_apart: { grounding: ['qags'] } });
  expect(trainingStatus(facts, { pool: 'grounding', part: 'qags' })).toBe('unseen');
  expect(trainingStatus(facts, { pool: 'grounding', part: 'wice' })).toBe('seen');
  expect(trainingStatus(facts, { pool: 'unsafe', part: 'qags' })).toBe('not said');
});
