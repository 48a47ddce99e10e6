import { readFileSync } from 'node:fs';
import { readModelsFile } from '@avow/server';
import { describe, expect, it } from 'vitest';

const readPage = (name: string) => readFileSync(new URL(`./guide/${name}`, import.meta.url), 'utf8');
const page = readPage('language-models.md');

const read = (text: string) =>
  readModelsFile(text, {
    env: { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' },
    folder: '/',
    readKeyFile: () => 'k',
  });

const examplesOf = (name: string) =>
  [...readPage(name).matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);

describe('the pages on language models', () => {
  it('show examples that are valid files', () => {
    const examples = examplesOf('language-models.md');
    expect(examples.map((example) => read(example).tiers.length)).toEqual([
      ...[1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1],
    ]);
    expect(examples.flatMap((example) => read(example).verification?.provider ?? [])).toEqual(['anthropic']);
    expect(examples.filter((example) => read(example).tiers[0]?.quotes)).toHaveLength(1);
    const guardrails = examplesOf('guardrail-model.md').filter((example) => example.includes('provider'));
    expect(guardrails.map((example) => read(example).guardrail?.provider)).toEqual([
      'openai_compatible',
      'anthropic',
    ]);
  });

  it('state the defaults of the code', () => {
    const [tier] = read(
      '{"tiers":[{"provider":"openai","model":"m","key_variable":"OPENAI_API_KEY"}]}',
    ).tiers;
    const written = [...page.matchAll(/^\| `([a-z_]+)` +\| (?:(\d+)|`(\w+)`) +\|/gm)].map(
      ([, name = '', count, word]) => [
        name.replace(/_[a-z]/g, (part) => part.slice(1).toUpperCase()),
        count === undefined ? (word === 'false' ? false : word) : Number(count),
      ],
    );
    expect(written).toHaveLength(10);
    expect(tier).toMatchObject(Object.fromEntries(written));
  });
});
