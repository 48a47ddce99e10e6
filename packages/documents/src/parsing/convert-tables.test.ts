import { describe, expect, test } from 'vitest';
import { convertTables } from './convert-tables.ts';
import { parsingLimits } from './parsing-limits.ts';

const convert = (text: string) => convertTables(text, parsingLimits);
const html = '<table><tr><th>Tier</th><th>Host</th></tr><tr><td>Large</td><td>Cleo</td></tr></table>';
const rows = '| Tier | Host |\n| --- | --- |\n| Large | Cleo |';

describe('convertTables', () => {
  test('writes a table with blank lines and indented lines in it as rows with its head', () => {
    const table = [
      '<table>',
      '  <thead>',
      '    <tr><td><strong>Tier</strong>',
      '    </td>',
      '',
      '    <td><a href="h.md">Host</a></td></tr>',
      '  </thead>',
      '',
      '    <tr><td>Large',
      '',
      '    </td><td>',
      '<ul>',
      '',
      '<li>**Cleo** &amp; [Bo](b.md)',
      '',
      '<li>see <https://example.org/a>, a|b',
      '</ul></td></tr>',
      '    </table>',
    ].join('\n');
    expect(convert(`# Launch\n\nWho hosts:\n\n${table}\n\nAsk *us*.\n`)).toBe(
      '# Launch\n\nWho hosts:\n\n| Tier | Host |\n| --- | --- |\n' +
        '| Large | • **Cleo** & [Bo](b.md) • see https://example.org/a, a\\|b |\n\nAsk *us*.\n',
    );
  });

  test.each<[string, string, string]>([
    ['between lines', `One.\n${html}\nTwo.`, `One.\n\n${rows}\n\nTwo.`],
    ['at the beginning and at the end', html, rows],
    ['before and behind blank lines', `One.\n \n${html} \n\t\nTwo.`, `One.\n \n${rows} \n\t\nTwo.`],
    ['in capitals', html.toUpperCase(), rows.toUpperCase()],
    ['in another element', `<div>${html}</div>\n\nTwo.`, `<div>\n\n${rows}\n\n</div>\n\nTwo.`],
    ['in an item', `- a\n\n  ${html}\n- b`, `- a\n\n  ${rows.replaceAll('\n', '\n  ')}\n\n- b`],
    ['as an item', `10. ${html}`, `10. ${rows.replaceAll('\n', '\n    ')}`],
    ['behind another', `${html}${html}`, `${rows}\n\n${rows}`],
    ['within another', `<table><tr><td>Menu<td>${html}</table>`, `Menu\n\n${rows}`],
    ['with a caption', html.replace('<tr>', '<caption>Launch</caption><tr>'), `Launch\n\n${rows}`],
  ])('writes a table %s', (_, text, expected) => {
    // A second reading changes nothing.
    expect(convert(text)).toBe(expected);
    expect(convert(expected)).toBe(expected);
  });

  test.each<[string, string]>([
    ['in a fenced block', `\`\`\`html\n${html}\n\`\`\``],
    ['in indented code', `Write:\n\n    ${html}\n\nDone.`],
    ['in a line of code', `\`${html}\``],
    ['in a comment', `<!--\n${html}\n-->`],
    ['in a quote', `> ${html}`],
    ['in a sentence', `Write ${html} here.`],
    ['that does not end', '<table><tr><td>a<td>b'],
    ['that is empty', '<table>\n<tr><td><img src="a.png"></td></tr>\n</table>'],
    [
      'with a block of code in a cell',
      `<table><tr><td>\n\n\`\`\`\na\nb\n\`\`\`\n\n</td><td>b</td></tr></table>`,
    ],
    ['with a cell that code may hold', `<table><tr><td>The \`<td>\` tag</td><td>b</td></tr></table>`],
    ['that is only mentioned', 'The <table> element, or <table-cell>. A </table> ends it.'],
  ])('leaves a table as it is %s', (_, text) => {
    expect(convert(text)).toBe(text);
  });

  test.each<[string, string, string]>([
    ['a name in code', '\n\nThe `<script>` tag\n\n', 'The `\\<script>` tag'],
    ['a name in indented code', '\n\n    The `<select>` tag\n\n', 'The `\\<select>` tag'],
    ['a placeholder', 'Give <id>, <user name> or <!id>', 'Give \\<id>, \\<user name> or \\<!id>'],
    ['a mail address', '\n\n<help@example.org>\n\n', 'help@example.org'],
    [
      'a link to mail',
      '<mailto:a@example.org>, `<b@example.org>`',
      'mailto:a@example.org, `\\<b@example.org>`',
    ],
    ['types', 'Map<String, Integer>, List<A>, a<S>', 'Map\\<String, Integer>, List\\<A>, a\\<S>'],
    ['a comparison', 'if a <b or c <p', 'if a \\<b or c \\<p'],
    ['an escaped tag', 'The \\<del> tag', 'The \\<del> tag'],
    ['a tag that hides words and does not end', 'Use <textarea> here', 'Use \\<textarea> here'],
    ['a comment that does not end', 'a <!-- b', 'a \\<!-- b'],
    ['a page title', '<title>Words</title>', '\\<title>Words\\</title>'],
    ['tags', 'a<b>b</b> <i>c</i> <del>`d`</del> <!-- e --> C:\\<br>f', 'ab c C:\\ f'],
  ])('keeps the words of a cell with %s, and the rows below', (_, cell, expected) => {
    const table = `<table><tr><th>A<th>B</tr><tr><td>${cell}</td><td>one</td></tr><tr><td>x</td><td>two</td></tr></table>`;
    expect(convert(table)).toBe(`| A | B |\n| --- | --- |\n| ${expected} | one |\n| x | two |`);
  });

  test('finds a table below one that is only mentioned', () => {
    expect(convert(`Use the <table> element.\n\n${html}`)).toBe(`Use the <table> element.\n\n${rows}`);
  });

  test('limits the text of all tables', () => {
    const limits = { ...parsingLimits, textBytesMax: 200 };
    expect(convertTables(html, limits)).toBe(rows);
    expect(() => convertTables(`${html}\n\n`.repeat(9), limits)).toThrow('more than 200 bytes');
  });

  test.each<[string, string, string]>([
    ['tables', '', html],
    ['tables that do not end', '', '<table><td>'],
    ['tables in one another', '', '<table><td><td>'],
    ['ends of tables', '', '</table>'],
    ['tags before tables', '', '<b>'.repeat(40) + html],
    ['code between tables', '', `${html}\n\n    a\n\n`],
    ['comments that do not end', '<table><td>', '<!--'],
    ['tags that do not end', '<table><td>', 'a<s> <b'],
    ['a line before tables', 'x'.repeat(100_000), ` ${html}`],
  ])('finishes on half a million characters: %s', (_, start, repeated) => {
    // In quadratic time this would take minutes.
    const text = `${start}${repeated.repeat(500_000 / repeated.length)}</table>`;
    expect(convert(text).length).toBeGreaterThan(0);
  });
});
