import { describe, expect, test } from 'vitest';
import { findStructure } from './find-structure.ts';
import { shapeAnswer } from './shape-answer.ts';
import { openAround } from './test-support/open-passage.ts';

async function steps(text: string, words: string): Promise<string> {
  const { window, span } = await openAround(text, words);
  return shapeAnswer(window, span, 'steps')
    .map(({ start, end }) => window.text.slice(start, end))
    .join(' | ');
}

const store = `# Seed store

## Copying the list

The list is kept in the cellar.

> The list holds names. Delete your copy.

Connect to the store:

\`\`\`
seedctl connect
\`\`\`

Wait for the lamp.

Open a tunnel:

\`\`\`
seedctl tunnel
\`\`\`

In another terminal, copy the list:

\`\`\`
seedctl copy
\`\`\`

It is yours.

## Other

Nothing.
`;

describe('shapeSteps', () => {
  test.each(['Connect to', 'seedctl connect', 'Wait for', 'Open a tunnel', 'In another', 'seedctl copy'])(
    'steps of sentences and code are whole wherever they were pointed at: %s',
    async (words) => {
      const quoted = await steps(store, words);
      expect(quoted).toMatch(/^The list holds names\. Delete your copy\.\n\nConnect to the store:/);
      expect(quoted).toMatch(/seedctl copy\n```$/);
    },
  );

  test('code that says what it is for begins there', async () => {
    const text = `# Seeds\n\nConnect:\n\n\`\`\`\na\n\`\`\`\n\nTo delete a seed, run:\n\n\`\`\`\nb\n\`\`\`\n`;
    expect(await steps(text, 'To delete')).toBe('To delete a seed, run:\n\n```\nb\n```');
  });

  test('sentences without code are not joined to those above', async () => {
    const text = '# Seeds\n\nSeeds are small.\n\nSow them in May. Water them.\n';
    expect(await steps(text, 'Sow them')).toBe('Sow them in May. Water them.');
  });

  test('a label ends the steps', async () => {
    const text = '# Seeds\n\n**Sowing**\n\nSow them in May.\n\n**Eating**\n\n1. Wash them.\n2. Cook them.\n';
    expect(await steps(text, 'Sow them')).toBe('Sow them in May.');
  });

  const badge = `# Badges

The refresh timeline for badges is as follows

- Engineering: 2 years
- All others: 4 years

To order a new badge, please do the following

- Type /assist
- Submit it
`;

  test('words that point at the list below them introduce it without a colon', async () => {
    const whole = 'To order a new badge, please do the following\n\n- Type /assist\n- Submit it';
    expect(await steps(badge, 'To order a new badge')).toBe(whole);
    expect(await steps(badge, 'Submit it')).toBe(whole);
  });

  test('of two lists, the one that names more of what was asked for, or else the first', async () => {
    const { window } = await openAround(badge, 'Engineering');
    const itemFor = (asked: string) => {
      const found = findStructure(window, { shape: 'steps', asked });
      return window.text.slice(found?.start, found?.end);
    };
    expect(itemFor('How do I order a new badge?')).toBe('Type /assist');
    expect(itemFor('How do I read the timeline?')).toBe('Engineering: 2 years');
    expect(itemFor('How do I use a badge?')).toBe('Engineering: 2 years');
  });
});
