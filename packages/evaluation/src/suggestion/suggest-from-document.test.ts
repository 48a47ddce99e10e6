import { describe, expect, it } from 'vitest';
import { suggestFromDocument } from './suggest-from-document.ts';

const ask = (text: string) =>
  suggestFromDocument({ text, source: 'guide.md', groups: ['staff'] }).map(({ question }) => question);

describe('suggestFromDocument', () => {
  it('suggests questions about steps, names and procedures', () => {
    const text = `# Guide

## Load a folder

1. Open it.
2. Load it.

## Publishing your pack

\`\`\`sh
avow packs publish
\`\`\`

## AVOW_PORT

The port that is listened on.

## How a score is made

By a model.

## Formats

The following formats are read by everyone:

- Markdown
- PDF, with text in it
`;
    expect(ask(text).sort()).toEqual([
      'How do I load a folder?',
      'How do I publish my pack?',
      'How is a score made?',
      'What is AVOW_PORT for?',
    ]);
    const [steps] = suggestFromDocument({ text, source: 'guide.md', groups: ['staff'] });
    expect(steps).toMatchObject({
      question: 'How do I load a folder?',
      expects: { kind: 'answer', sources: ['guide.md'], facts: [], verdict: null },
      groups: ['staff'],
      note: 'guide.md describes it under “Load a folder”.',
    });
  });

  it('suggests nothing for vague headings or headings without steps', () => {
    expect(
      ask('## Set up\n\n1. Do it.\n\n## Load it\n\n1. Do it.\n\n## Load a folder\n\nNobody knows how.'),
    ).toEqual([]);
  });

  it('limits the questions per method', () => {
    const text = Array.from({ length: 30 }, (_, n) => `## AVOW_SETTING_${n}\n\nFor something.`).join('\n\n');
    expect(ask(text)).toHaveLength(6);
  });
});
