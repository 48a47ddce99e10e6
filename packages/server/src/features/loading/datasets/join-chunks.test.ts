import { expect, it } from 'vitest';
import { joinChunks } from './join-chunks.ts';

it('joins chunks as paragraphs', () => {
  expect(joinChunks([])).toBe('');
  expect(joinChunks(['# One', 'Two.', 'Three.'])).toBe('# One\n\nTwo.\n\nThree.');
});

it('says once what a chunk repeats of the one before', () => {
  const [one, two, three] = [
    'The office opens at seven. ',
    'It closes at eight in the evening. ',
    'Ask Ann.',
  ];
  expect(joinChunks([one + two, two + three])).toBe(one + two + three);
  expect(joinChunks(['Yes. No.', 'No. Yes.'])).toBe('Yes. No.\n\nNo. Yes.');
});

it('keeps equal chunks, of which nothing says that they overlap', () => {
  const row = '| Main street 5 | closed |';
  expect(joinChunks([row, row, row])).toBe(`${row}\n\n${row}\n\n${row}`);
  const framed = `${'-'.repeat(30)} closed ${'-'.repeat(30)}`;
  expect(joinChunks([framed, framed])).toBe(`${framed}\n\n${framed}`);
});
