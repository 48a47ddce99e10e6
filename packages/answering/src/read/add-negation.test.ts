import { describe, expect, test } from 'vitest';
import { addNegation } from './add-negation.ts';
import { negates } from './negation.ts';
import { shapeAnswer } from './shape-answer.ts';
import { openAround } from './test-support/open-passage.ts';

async function quote(text: string, words: string): Promise<string[]> {
  const { window, span } = await openAround(text, words);
  const pieces = addNegation(window, shapeAnswer(window, span, 'fact'));
  return pieces.map(({ start, end }) => window.text.slice(start, end));
}

const long = (name: string) =>
  Array.from({ length: 12 }, (_, at) => `- ${name} ${at} ${'so long '.repeat(8)}`).join('\n');

describe('addNegation', () => {
  test('an item below a heading that negates comes with it', async () => {
    const text = '# Labels\n\n##### Yes\n\n- 8–12 characters\n\n##### No\n\n- It must be 8 characters\n';
    expect(await quote(text, 'It must be')).toEqual(['No\n\n- It must be 8 characters']);
    expect(await quote(text, '8–12')).toEqual(['8–12 characters']);
  });

  test('so does one below bold words in place of a heading', async () => {
    const text = "# Codes\n\n**Do**\n\n- Use six digits\n\n**Don't**\n\n- Share a code\n";
    expect(await quote(text, 'Share a code')).toEqual(["**Don't**\n\n- Share a code"]);
  });

  test('a sentence comes with a heading that is nothing but a negation', async () => {
    expect(await quote('# Labels\n\n## Not allowed\n\nRun in the hall.\n', 'Run')).toEqual([
      'Not allowed\n\nRun in the hall.',
    ]);
    expect(await quote('# Labels\n\n## Working without a badge\n\nRing the bell.\n', 'Ring')).toEqual([
      'Ring the bell.',
    ]);
  });

  test('of a long list what negates it is quoted by itself, also below an item that is not negated', async () => {
    const [heading, item] = await quote(`# Hall\n\n## Do not\n\n${long('run')}\n`, 'run 7');
    expect(heading).toBe('Do not');
    expect(item).toMatch(/^run 7/);
    const nested = `# Hall\n\nYou must never:\n\n${long('run')}\n- bring in\n  - glass\n`;
    expect(await quote(nested, 'glass')).toEqual(['You must never:', '- bring in\n  - glass']);
  });

  test('what introduces a list by a negation needs no colon', async () => {
    expect(await quote('# Hall\n\nIn the hall you must not\n\n- run\n- eat\n', 'eat')).toEqual([
      'In the hall you must not\n\n- run\n- eat',
    ]);
  });

  test.each([
    ['Do not:', true],
    ['**Don’ts**', true],
    ['What this does _not_ look like', true],
    ['Things to avoid', true],
    ['If you cannot log in', false],
    ['Why does it not start?', false],
    ['Do', false],
    ['Notes', false],
  ])('“%s” negates the items below it: %s', (words, expected) => {
    expect(negates(words)).toBe(expected);
  });
});
