import { indexCodePoints } from '@avow/text/sentences';
import { codePointSlicer } from '@avow/text/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerShape } from './answer-shape.ts';
import { findStructure } from './find-structure.ts';
import { answerUnitsMax, shapeAnswer } from './shape-answer.ts';
import { cutDocument, openAround, openPassage } from './test-support/open-passage.ts';

/** What is quoted where the reader points at these words of a document. */
async function quote(text: string, words: string, shape: AnswerShape): Promise<string[]> {
  const { window, span } = await openAround(text, words);
  const pieces = shapeAnswer(window, span, shape);
  return pieces.map((piece) => window.text.slice(piece.start, piece.end));
}

const handbook = `# Fernhill Bakery 🥐

Fernhill bakes for forty shops.

## Leave

Every baker has 26 days of leave. Drivers have 28 days. This is because they work on market Saturdays. However, apprentices have 30 days. Requests go to the shift leader.

## Hygiene

In the hall you must not:

- wear rings or watches
- eat or chew gum
  - except at the tables
- bring in glass

Wash your hands.

## Passwords

To reset your password:

1. Open the portal.
2. Run this:

\`\`\`
reset --badge
\`\`\`

3. Choose a new one.

If the code has expired, begin again.

The office never asks for it.

## Deliveries

| Area | Departure |
| ---- | --------- |
| Old town | 04:30 |
| Harbour | 04:45 |
| North hill | 05:10 |

Drivers check the tyres.

## Ovens

Ovens are heated by a clerk, who does the following. It takes an hour.

## Proofing

Proofing is the last rise of the dough. It takes place in a warm cabinet. The cabinet is cleaned weekly.
`;

describe('shapeAnswer', () => {
  test('a fact is the sentence that says it, and what takes part of it back', async () => {
    expect(await quote(handbook, '26 days', 'fact')).toEqual(['Every baker has 26 days of leave.']);
    expect(await quote(handbook, 'market Saturdays', 'fact')).toEqual([
      'Drivers have 28 days. This is because they work on market Saturdays. However, apprentices have 30 days.',
    ]);
  });

  test('an item comes with the words that introduce it', async () => {
    const [whole] = await quote(handbook, 'glass', 'yes_no');
    expect(whole).toMatch(/^In the hall you must not:\n\n- wear rings/);
    expect(whole).toMatch(/bring in glass$/);
  });

  test('of a long list the introduction and the item, each quoted by itself', async () => {
    const items = Array.from(
      { length: 12 },
      (_, index) => `- thing number ${index} is ${'long '.repeat(10)}`,
    );
    const text = `# List\n\nYou must not bring:\n\n${items.join('\n')}\n`;
    const pieces = await quote(text, 'thing number 7', 'fact');
    expect(pieces).toEqual(['You must not bring:', expect.stringMatching(/^- thing number 7 is (long ?)+$/)]);
  });

  test('steps are quoted whole, with their code and what to do after them', async () => {
    const [steps = ''] = await quote(handbook, 'Choose a new one', 'steps');
    expect(steps).toMatch(/^To reset your password:\n\n1\. Open/);
    expect(steps).toContain('reset --badge');
    expect(steps).toMatch(/If the code has expired, begin again\.$/);
  });

  test('steps go on where a passage was cut', async () => {
    const steps = Array.from(
      { length: 14 },
      (_, index) =>
        `${index + 1}. Do the part number ${index + 1} with great care, as the leader showed you, and write it down.`,
    );
    const text = `# Opening\n\nTo open the shop:\n\n${steps.join('\n')}\n\nThe shop is open.\n`;
    expect(cutDocument(text).length).toBeGreaterThan(1);
    for (const words of ['part number 1 ', 'part number 14 ']) {
      const [whole = ''] = await quote(text, words, 'steps');
      expect(whole).toMatch(/^To open the shop:\n\n1\. Do/);
      expect(whole).toMatch(/14\. Do the part number 14 .*down\.$/);
    }
  });

  test('a row comes with the head of its table', async () => {
    expect(await quote(handbook, '04:30', 'fact')).toEqual([
      '| Area | Departure |\n| ---- | --------- |\n| Old town | 04:30 |',
    ]);
    expect(await quote(handbook, '05:10', 'fact')).toEqual([
      '| Area | Departure |\n| ---- | --------- |',
      '| North hill | 05:10 |',
    ]);
    const [all = ''] = await quote(handbook, '05:10', 'list');
    expect(all).toMatch(/^\| Area(?:.|\n)*05:10 \|$/);
  });

  test('what a thing is takes two sentences', async () => {
    expect(await quote(handbook, 'last rise', 'definition')).toEqual([
      'Proofing is the last rise of the dough. It takes place in a warm cabinet.',
    ]);
  });

  test('steps and lists are found by their form where no words were pointed at for sure', async () => {
    const { window } = await openAround(handbook, 'Open the portal');
    const found = findStructure(window, { shape: 'steps', asked: 'How do I reset my password?' });
    expect(window.text.slice(found?.start, found?.end)).toBe('Open the portal.');
    expect(findStructure(window, { shape: 'fact', asked: 'Who resets it?' })).toBeNull();
  });

  const piece = fc.constantFrom(
    'Leave is long. ',
    'It ends: ',
    '- item\n',
    '  - inner\n',
    '1. step\n',
    '😀',
    '| a | b |\n',
    '| - | - |\n',
    '\n\n',
    'must not:\n',
    '漢字。',
    '```\n',
    'code x\n',
    '# H\n',
    '> said ',
    '[x](y) ',
    '**Q: Why?**\n',
    'A: So. ',
    '**Do not**\n\n',
    '\t',
  );
  const shapes = fc.constantFrom<AnswerShape>('fact', 'yes_no', 'definition', 'list', 'steps');

  test('any text, any words pointed at: exact, in order, apart, bounded, and the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 80 }),
        shapes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (pieces, shape, one, other) => {
          const text = pieces.join('');
          const slice = codePointSlicer(text);
          for (const hit of cutDocument(text)) {
            const window = await openPassage(text, hit);
            expect(window).not.toBeNull();
            if (window === null) continue;
            const [from = 0, to = 0] = [one, other]
              .map((share) => window.passage.start + Math.floor(share * hit.text.length))
              .sort((a, b) => a - b);
            const shaped = shapeAnswer(window, { start: from, end: to }, shape);
            expect(shapeAnswer(window, { start: from, end: to }, shape)).toEqual(shaped);
            const offsets = indexCodePoints(window.text);
            let size = 0;
            let last = 0;
            for (const { start, end } of shaped) {
              const quoted = window.text.slice(start, end);
              const place = {
                start: window.start + offsets.toCodePoint(start),
                end: window.start + offsets.toCodePoint(end),
              };
              expect(slice(place)).toBe(quoted);
              expect(quoted.trim()).not.toBe('');
              expect(start).toBeGreaterThanOrEqual(last);
              last = end;
              size += quoted.length;
            }
            expect(size).toBeLessThanOrEqual(answerUnitsMax);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a passage that is one endless word, or empty, has an end', async () => {
    for (const text of [
      'x'.repeat(60_000),
      '😀'.repeat(20_000),
      '```\n'.repeat(5_000),
      '| a '.repeat(20_000),
    ])
      for (const hit of cutDocument(text).slice(0, 3)) {
        const window = await openPassage(text, hit);
        if (window === null) continue;
        const pieces = shapeAnswer(window, { ...window.passage }, 'steps');
        expect(pieces.reduce((size, { start, end }) => size + end - start, 0)).toBeLessThanOrEqual(
          answerUnitsMax,
        );
      }
  });

  test('a passage that is no longer stored there opens no window', async () => {
    const [hit] = cutDocument(handbook);
    expect(hit).toBeDefined();
    if (hit !== undefined) expect(await openPassage(`Now ${handbook}`, hit)).toBeNull();
  });
});
