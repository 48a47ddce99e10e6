import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { parsingLimits } from './parsing-limits.ts';

const read = (html: string | Uint8Array) =>
  htmlToMarkdown(typeof html === 'string' ? Buffer.from(html) : html, parsingLimits);
const textOf = (html: string) => read(html).text;

describe('htmlToMarkdown', () => {
  test('keeps headings, words, lists, tables and code', () => {
    expect(
      textOf(`<h1>Leave</h1><p>Twenty   five
        <b>days</b> a year.<br>Ask first.</p>
        <ul><li>paid<li>unpaid<ol><li>short</li><li><p>long</p><p>very long</p></li></ol></ul>
        <table><thead><tr><th>Year<th>Days</thead><tr><td>1<td><p>25</p><p>+ 1</p></table>
        <h3>Code</h3><pre>a\n  b</pre>`),
    ).toBe(
      [
        '# Leave',
        'Twenty five days a year.\nAsk first.',
        '- paid\n- unpaid\n   1. short\n   2. long\n      very long',
        '| Year | Days |\n| --- | --- |\n| 1 | 25 + 1 |',
        '### Code',
        '```\na\n  b\n```',
      ].join('\n\n'),
    );
  });

  test('does not let a raised text run into what precedes it', () => {
    expect(
      textOf('<p>10<sup>6</sup> rows, 10<sup><b>-3</b></sup> s, 1<sup>st</sup>, x<sup></sup>2</p>'),
    ).toBe('10^6 rows, 10^-3 s, 1st, x2');
    expect(textOf('<p>€4<sup>\n <a href="#n1">1</a></sup>, €5<sup>&nbsp;2</sup>, €6<sup>[3]</sup></p>')).toBe(
      '€4 ^1, €5 ^2, €6[3]',
    );
  });

  test('leaves out scripts, navigation and hidden elements', () => {
    const html = `<nav>Home</nav><script>x</script><style>y</style><p hidden>a</p><p style="display: none">b</p>
      <div aria-hidden="true"><p>c</p></div><p>Seen.</p><footer>Imprint</footer>`;
    expect(textOf(html)).toBe('Seen.');
  });

  test('leaves out struck text', () => {
    expect(
      textOf(
        '<p>The fee is <s>€20</s> <strike>€21</strike> <del>€<b>22</b></del> €25.</p><del><p>Old.</p></del>',
      ),
    ).toBe('The fee is €25.');
    expect(
      textOf('<p><span style="color: red; text-decoration: underline line-through">€20</span> €25</p>'),
    ).toBe('€25');
    expect(textOf('<p><s>Never closed</p><p>New.</p>')).toBe('New.');
    expect(textOf('<p style="text-decoration: underline; content: line-through">Kept</p>')).toBe('Kept');
  });

  test('takes only the main element if there is one that is not empty', () => {
    expect(textOf('<p>Menu</p><main><h1>A</h1><p>b</p></main><p>More</p>')).toBe('# A\n\nb');
    expect(textOf('<p>All</p><main></main>')).toBe('All');
  });

  test('takes the title from the first heading, else from the head', () => {
    expect(read('<title>Site | A</title><h2>Leave</h2>').title).toBe('Leave');
    expect(read('<title> Leave\n rules </title><p>x</p>').title).toBe('Leave rules');
    expect(read('<p>x</p>').title).toBe(null);
  });

  test('does not treat a layout table as a table', () => {
    expect(
      textOf('<table><tr><td>Menu<td><table><tr><td>a<td>b</table></td></tr><tr><td>Foot</td></tr></table>'),
    ).toBe('Menu\n\n| a | b |\n| --- | --- |\n\nFoot');
  });

  test('gives each row of a table all its cells, whatever they span', () => {
    expect(
      textOf(`<table><tr><th>Plan<th>What<th>Free<th>Team
        <tr><th rowspan="2">Actions<td>Storage<td>1 GB<td>2 GB
        <tr><td>Minutes<td colspan="2">none
        <tr><td colspan="x">Pages<td rowspan="0">Size<td>3 GB<td>4 GB</table>`),
    ).toBe(
      '| Plan | What | Free | Team |\n| --- | --- | --- | --- |\n| Actions | Storage | 1 GB | 2 GB |\n' +
        '| Actions | Minutes | none | none |\n| Pages | Size | 3 GB | 4 GB |',
    );
    expect(textOf('<table><tr><th><th>Days<tr><td>Leave<td>25</table>')).toMatch(/^\| {2}\| Days \|\n/);
    const wide = '<td rowspan="9" colspan="99999">a</td>'.repeat(3);
    expect(textOf(`<table><tr>${wide}<tr><td>b<td>c</table>`).split('\n').at(-1)).toMatch(
      /^\|(?: a \|){100} b \| c \|$/,
    );
  });

  test('counts a row without cells for those that reach into it', () => {
    const head = '<tr><th>X<th>Y';
    expect(
      textOf(`<table>${head}<tr><td rowspan="2">A<td rowspan="2">B</tr><tr></tr><tr><td>C<td>D</table>`),
    ).toBe('| X | Y |\n| --- | --- |\n| A | B |\n| C | D |');
    expect(textOf(`<table>${head}<tr><td>A<td rowspan="2">B</tr><tr></tr><tr><td>C<td>D</table>`)).toBe(
      '| X | Y |\n| --- | --- |\n| A | B |\n| C | D |',
    );
    expect(textOf(`<table>${head}<th>Z<tr><td>A<td>B<td rowspan="2">C<tr><td>D</table>`)).toContain(
      '\n| D |  | C |',
    );
    expect(
      textOf(
        '<table><tr><td rowspan="2">X<td rowspan="2" colspan="2">Y</tr><tr></tr><tr><td>A<td>B<td>C</table>',
      ),
    ).toBe('| X | Y | Y |\n| --- | --- | --- |\n| A | B | C |');
  });

  test('repeats only a short value in the columns that it spans', () => {
    const cell = 'x'.repeat(1_001);
    expect(textOf(`<table><tr><td>a<td>b<td>c<tr><td>1<td colspan="2">${cell}</table>`)).toContain(
      `| 1 | ${cell} |  |`,
    );
    const many = textOf(`<table><tr>${'<td colspan="100">a'.repeat(200)}</table>`).split('\n')[0];
    expect(many).toBe(`|${' a |'.repeat(299)}`);
  });

  test('lets a cell reach no further down than its part of the table', () => {
    expect(
      textOf(
        '<table><thead><tr><th rowspan="9">Fee<th>Term<tbody><tr><td>€5<td>a day<tr><td>€9<td>a week</table>',
      ),
    ).toBe('| Fee | Term |\n| --- | --- |\n| €5 | a day |\n| €9 | a week |');
  });

  test.each([
    ['marked', 'th', '<th rowspan="2">Ticket'],
    ['marked, with an empty corner', 'th', '<th>'],
    ['not marked', 'td', '<td rowspan="2">Ticket'],
    ['not marked, with an empty corner', 'td', '<td>'],
  ])('joins the names of a head with two rows that is %s', (_, tag, corner) => {
    const below = corner.includes('rowspan') ? '' : `<${tag}>${tag === 'th' ? 'Ticket' : ''}`;
    const name = below === '<td>' ? '' : 'Ticket';
    expect(
      textOf(
        `<table><tr>${corner}<${tag} colspan="2">Summer<${tag}>Winter<tr>${below}<${tag}>Adult<${tag}>Child<${tag}>Adult` +
          '<tr><td>Single<td>€5<td>€3<td>€4</table>',
      ),
    ).toBe(
      `| ${name} | Summer – Adult | Summer – Child | Winter – Adult |\n| --- | --- | --- | --- |\n| Single | €5 | €3 | €4 |`,
    );
  });

  test('does not take a row of values for a part of the head', () => {
    const rows = '<tr><td>Mon<td>9:00<td>closed<tr><td>Tue<td colspan="2">open all day';
    expect(textOf(`<table><tr><th>Day<th colspan="2">Times${rows}</table>`)).toBe(
      '| Day | Times | Times |\n| --- | --- | --- |\n| Mon | 9:00 | closed |\n| Tue | open all day | open all day |',
    );
    expect(textOf(`<table><tr><td>Day<td colspan="2">Times${rows}</table>`)).toContain('| Mon | 9:00 |');
    const marked = '<thead><tr><td rowspan="2">Day<td colspan="2">Times<tr><td>from<td>to</thead>';
    expect(textOf(`<table>${marked}${rows}</table>`)).toMatch(
      /^\| Day \| Times – from \| Times – to \|\n\|[- |]*\n\| Mon \|/,
    );
    for (const [tag, first] of [
      ['td', 'td'],
      ['th', 'th'],
      ['td', 'th'],
    ])
      expect(
        textOf(
          `<table><tr><${tag}><${tag} colspan="2">2024<tr><${first}>Adult<td>10<td>20<tr><${first}>Child<td>5<td>6</table>`,
        ),
      ).toBe('|  | 2024 | 2024 |\n| --- | --- | --- |\n| Adult | 10 | 20 |\n| Child | 5 | 6 |');
    const head = '<tr><th>A<th colspan="2">B';
    expect(textOf(`<table>${head.repeat(6)}</table>`).split('\n')).toHaveLength(4);
    expect(textOf(`<table>${head}</table>`)).toBe('| A | B | B |\n| --- | --- | --- |');
  });

  test('repeats the names of the columns below words between rows', () => {
    expect(textOf('<table><tr><th>A<th>B<tr><td>1<td>2<tr><td colspan="2">Group<tr><td>3<td>4</table>')).toBe(
      '| A | B |\n| --- | --- |\n| 1 | 2 |\n\nGroup\n\n| A | B |\n| --- | --- |\n| 3 | 4 |',
    );
  });

  test('reads a table of names with descriptions below them as paragraphs', () => {
    expect(
      textOf(
        '<table><tr><td colspan="2">--a<tr><td><td>First.<tr><td colspan="2">--b<tr><td><td>Second.</table>',
      ),
    ).toBe('--a\n\nFirst.\n\n--b\n\nSecond.');
  });

  test('separates the items of a list in a cell', () => {
    expect(textOf('<table><tr><td>When<td><ul><li>First day<li>Each year</ul></table>')).toMatch(
      /^\| When \| • First day • Each year \|\n/,
    );
  });

  test('numbers items as the page does', () => {
    const items = '<li>x<li>y';
    expect(textOf(`<ol start="3">${items}</ol>`)).toBe('3. x\n4. y');
    expect(textOf(`<ol>${items}<p>Note.</p><li value="7">z<li>w</ol>`)).toBe(
      '1. x\n2. y\n   Note.\n7. z\n8. w',
    );
    expect(textOf(`<ol type="a">${items}</ol>`)).toBe('- a. x\n- b. y');
    expect(textOf(`<ol type="I" start="4"><li>x<br>more<li>y</ol>`)).toBe('- IV. x\n  more\n- V. y');
    expect(textOf(`<ol style="list-style-type: upper-alpha" start="26">${items}</ol>`)).toBe(
      '- Z. x\n- AA. y',
    );
    expect(textOf(`<ol type="i" start="0">${items}</ol>`)).toBe('0. x\n- i. y');
    expect(textOf(`<ol start="-1"><li>x<li>y</ol>`)).toBe('- -1. x\n0. y');
    // As far as a number can be too long for Markdown, absurd, or not known.
    expect(textOf(`<ol start="999999999">${items}</ol>`)).toBe('999999999. x\n- 1000000000. y');
    expect(textOf(`<ol type="a" start="9999999999">${items}</ol>`)).toBe('- a. x\n- b. y');
    expect(textOf(`<ol type="I" start="4000">${items}</ol>`)).toBe('4000. x\n4001. y');
    expect(textOf(`<ol reversed>${items}</ol>`)).toBe('- x\n- y');
  });

  test('does not turn words into markup', () => {
    expect(textOf('<p># no heading</p><p>| no table</p><p>1 &lt; 2, &lt;b&gt;</p><p>---</p>')).toBe(
      '\\# no heading\n\n\\| no table\n\n1 < 2, \\<b>\n\n\\---',
    );
    expect(textOf('<table><tr><td>a|b<td>C:\\temp\\|</table>')).toMatch(/^\| a\\\|b \| C:\\temp\\\\\\\| \|/);
    expect(textOf('<pre>```\nx</pre>')).toBe('````\n```\nx\n````');
  });

  test('decodes the character set that the page declares', () => {
    const page = Buffer.from('<meta charset="windows-1252"><p>caf\xe9 \x80</p>', 'latin1');
    expect(read(page).text).toBe('café €');
    expect(() => read(Buffer.from('<p>caf\xe9</p>', 'latin1'))).toThrow('is not valid UTF-8');
    expect(read(Buffer.from('\ufeff<p>é</p>', 'utf16le')).text).toBe('é');
  });

  test('reads deep nesting without recursion, and limits the text', () => {
    expect(textOf(`${'<div><ul><li><table><tr><td>'.repeat(80)}deep`)).toContain('deep');
    const limits = { ...parsingLimits, textBytesMax: 100 };
    expect(() => htmlToMarkdown(Buffer.from(`<p>${'x'.repeat(101)}`), limits)).toThrow('more than 100 bytes');
  });

  test('keeps every word of a page with any tags, in order', () => {
    const tag = fc.constantFrom(
      'p',
      'div',
      'li',
      'ul',
      'ol',
      'td',
      'tr',
      'table',
      'h2',
      'b',
      'pre',
      'blockquote',
    );
    const piece = fc.tuple(tag, fc.boolean()).map(([name, opens]) => (opens ? `<${name}>` : `</${name}>`));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.map((one, index) => `${one}w${index}e`).join('');
        expect(textOf(html).match(/w\d+e/g) ?? []).toEqual(pieces.map((_, index) => `w${index}e`));
      }),
      { examples: [[['<table>', '<td>', '</td>']]] },
    );
  });
});
