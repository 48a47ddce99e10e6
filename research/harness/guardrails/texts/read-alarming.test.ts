import { unsafeKinds } from '@avow/contract/guardrails';
import { expect, it } from 'vitest';
import { readHarmless, readUnsafe } from './read-alarming.ts';

it('there are enough alarming prompts of both sorts, without duplicates, each on one line', () => {
  const harmless = Object.values(readHarmless()).flat();
  const unsafe = Object.values(readUnsafe()).flat();
  expect(harmless.length).toBeGreaterThanOrEqual(250);
  expect(unsafe.length).toBeGreaterThanOrEqual(150);
  const all = [...harmless, ...unsafe].map((prompt) => prompt.toLowerCase());
  expect(new Set(all).size).toBe(all.length);
  for (const prompt of all) expect(prompt).toMatch(/^\S(?:.*\S)?$/);
});

it('every reason and every kind has prompts', () => {
  expect(Object.keys(readUnsafe())).toEqual([...unsafeKinds]);
  for (const prompts of [...Object.values(readHarmless()), ...Object.values(readUnsafe())])
    expect(prompts.length).toBeGreaterThanOrEqual(10);
});
