import { describe, expect, it } from 'vitest';
import { type Drawn, drawMarkdown } from './markdown-drawing.ts';

/** As HTML, which is easy to read. */
const shown = (text: string, ranges: Parameters<typeof drawMarkdown>[1] = []) =>
  drawMarkdown(text, ranges).map(toHtml).join('');

function toHtml(drawn: Drawn): string {
  if (typeof drawn === 'string') return drawn;
  const name = drawn.className === undefined ? '' : ` ${drawn.className}`;
  return `<${drawn.tag}${name}>${drawn.children.map(toHtml).join('')}</${drawn.tag}>`;
}

describe('drawMarkdown', () => {
  it('draws a table of one row as a sentence with the names of its columns', () => {
    const table =
      '| Class | Day | Note | Price |\n| --- | --- | --- | --- |\n| **Yoga** | Monday | | 12 euros |';
    expect(shown(table).replaceAll(/<.?span[^>]*>/g, '')).toBe(
      '<p table-row>Class: <strong>Yoga</strong>; Day: Monday; Price: 12 euros.</p>',
    );
    expect(shown('| Class | Note |\n|---|---|\n| Yoga | Book first! |')).toMatch(/Book first!<\/p>$/);
  });

  it('draws longer tables as tables in a frame that scrolls, with the bars that cells have escaped', () => {
    expect(shown('| a | b |\n|---|---|\n| 1 \\| 2 | x |\n| 3 | `y\\z` |')).toBe(
      '<div table-frame><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
        '<tbody><tr><td>1 | 2</td><td>x</td></tr><tr><td>3</td><td><code>y\\z</code></td></tr></tbody></table></div>',
    );
  });

  it('draws rows that are quoted without the head of their table', () => {
    expect(shown('| Yoga | Monday | 18:00 |')).toBe('<p table-row>Yoga; Monday; 18:00.</p>');
    expect(shown('| Yoga | Monday |\n| Pilates | Tuesday |')).toContain('<td>Pilates</td><td>Tuesday</td>');
    expect(shown('Choose |a| or |b|.')).toBe('<p>Choose |a| or |b|.</p>');
  });

  it('marks ranges across the marks of Markdown, and shows HTML as it is written', () => {
    expect(shown('Get **27 days** <b>now</b>', [{ start: 4, end: 15 }])).toBe(
      '<p>Get <mark><strong>27 days</strong></mark> <b>now</b></p>',
    );
  });

  it('draws lists with their numbers, quotes, code and headings that are not headings of the page', () => {
    expect(shown('# Title\n\n1. one\n2. two\n\n> said\n\n```\na b\n```')).toBe(
      '<p markdown-heading level-1>Title</p>' +
        '<ul><li><span marker>1.</span><div><p>one</p></div></li><li><span marker>2.</span><div><p>two</p></div></li></ul>' +
        '<blockquote><p>said</p></blockquote><pre>a b</pre>',
    );
  });
});
