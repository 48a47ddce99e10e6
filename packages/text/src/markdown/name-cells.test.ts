import { describe, expect, it } from 'vitest';
import { nameCells } from './name-cells.ts';

function read(text: string, columns?: readonly string[]): string {
  let said = '';
  let from = 0;
  for (const { start, end, words } of nameCells(text, columns)) {
    said += text.slice(from, start) + words;
    from = end;
  }
  return said + text.slice(from);
}

describe('nameCells', () => {
  it('makes a sentence of each row, with the names of the columns', () => {
    const table = '| Class | Day |\n| --- | --- |\n| Yoga | Monday |\n| **Boxing** | Friday. |';
    expect(read(`Classes:\n\n${table}\n\nCome early.`)).toBe(
      'Classes:\n\nClass: Yoga; Day: Monday.\nClass: **Boxing**; Day: Friday.\n\nCome early.',
    );
  });

  it('leaves out cells without words, and a name that is not there', () => {
    expect(read('| Item | | Notes |\n|---|---|---|\n| Tea | 2 € | |\n| | | |')).toBe(
      'Item: Tea; 2 €.\n| | | |',
    );
  });

  it('names the columns of a table whose head is above the text', () => {
    expect(read('| Yoga | Monday |\n| Boxing | Friday |', ['Class', 'Day'])).toBe(
      'Class: Yoga; Day: Monday.\nClass: Boxing; Day: Friday.',
    );
  });

  it.each([
    'No | table',
    '| Yoga | Monday |',
    '| a | b |\n|---|---|',
    '```\n| a |\n|---|\n| b |\n```',
    `| ${'long '.repeat(40)} | b |\n|---|---|\n| c | d |`,
    '',
  ])('leaves %j as it is', (text) => {
    expect(read(text)).toBe(text);
  });

  it('leaves a row with another number of cells as it is', () => {
    expect(read('| a | b |\n|---|---|\n| c | d |\n| e |')).toBe('a: c; b: d.\n| e |');
  });
});
