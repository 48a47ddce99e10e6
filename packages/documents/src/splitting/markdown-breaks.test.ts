import { describe, expect, test } from 'vitest';
import { splitMarkdown } from './split-markdown.ts';

const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');
const lines = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n));
const leadsOf = (text: string) => splitMarkdown(text).map(({ lead }) => lead);
const textsOf = (text: string) => splitMarkdown(text).map(({ text }) => text);

describe('tables', () => {
  const rows = lines(40, (n) => `| row ${n} | ${words(10)} |`);

  test('gives a part of a table its head as the lead', () => {
    const [first, ...parts] = splitMarkdown(['| **Name** | Approver |', '|---|:-:|', ...rows].join('\n'));
    expect(first?.text).toMatch(/^\| \*\*Name.*\n\|---\|:-:\|\n\| row 0/);
    expect(first?.lead).toBe('');
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      expect(part.lead).toBe('Name | Approver');
      expect(part.text).toMatch(/^\| row \d+ (?:.|\n)*\|$/);
    }
  });

  test('does so in a quote, without outer bars, and after a directive', () => {
    const bare = rows.map((row) => row.slice(2, -2));
    const texts = [
      ['> | Name | Approver |', '> |---|---|', ...rows.map((row) => `> ${row}`)],
      ['Name | Approver', '--- | ---', ...bare],
      ['| Name | Approver |', '|---|---|', rows[0], '', '{% if paid %}', '', ...rows.slice(1)],
    ];
    for (const text of texts) {
      const leads = leadsOf(text.join('\n'));
      expect(leads.slice(1)).toEqual(leads.slice(1).map(() => 'Name | Approver'));
      expect(leads.length).toBeGreaterThan(2);
      for (const part of textsOf(text.join('\n')))
        expect(part).toMatch(/^(?:> )?(?:\| )?(?:row \d+|Name) \|/);
    }
  });

  test('cuts only a row that is too long, between cells, and repeats its name', () => {
    const text = [
      '| Name | One | Two |',
      '|---|---|---|',
      `| short | ${words(90)} | ${words(90)} |`,
      `| long | ${words(150, 'one')} | ${words(150, 'two')} |`,
    ].join('\n');
    const passages = splitMarkdown(text).map(({ lead, text }) => [lead, text.slice(0, 9), text.slice(-5)]);
    expect(passages).toEqual([
      ['', '| Name | ', '|---|'],
      ['Name | One | Two', '| short |', 'ord |'],
      ['Name | One | Two', '| long | ', 'e one'],
      ['Name | One | Two » long', '| two two', 'two |'],
    ]);
  });

  test('cuts a cell that is too long after a sentence', () => {
    const text = `| a |\n|---|\n| ${Array.from({ length: 40 }, () => `${words(9)} end.`).join(' ')} |`;
    for (const part of textsOf(text).slice(1, -1)) expect(part).toMatch(/^(?:\| )?word.*end\.$/);
  });

  test('shortens the head of a wide table', () => {
    const head = `| ${lines(30, (n) => `column ${n}`).join(' | ')} |`;
    const text = [head, head.replace(/[^|]+/g, '---'), ...lines(9, () => head)].join('\n');
    expect(leadsOf(text)[1]).toMatch(/^column 0 \| column 1 \|.* …$/);
    expect(leadsOf(text)[1]?.length).toBeLessThan(170);
  });
});

describe('introductions', () => {
  test.each([
    ['a table', `| a | b |\n|---|---|\n| c | ${words(60)} |`],
    ['code', `\`\`\`sh\n${words(60)}\n\`\`\``],
    ['a list', `- ${words(60)}`],
    ['a paragraph', words(60)],
    ['a list after a comment', `<!-- keep in order -->\n\n- ${words(60)}`],
    ['a list after a directive', `{% if paid %}\n\n- ${words(60)}`],
  ])('stay with %s', (_, block) => {
    const text = `${words(100)}\n\nThere **are** these:\n\n${block}\n\n${words(150)}`;
    expect(textsOf(text)[1]).toBe(`There **are** these:\n\n${block}`);
  });

  test('keep their last sentence with the block if both are too long', () => {
    const text = `${words(100)}. ${words(90)}. Rows:\n\n| a |\n|---|\n| ${words(30)} |\n| ${words(30)} |`;
    expect(textsOf(text).find((part) => part.includes('Rows:'))).toMatch(
      /Rows:\n\n\| a \|\n\|---\|\n\| word/,
    );
  });

  test('lead the rest of their block, and nothing else', () => {
    const items = (name: string) => lines(5, (n) => `- ${name} ${n} ${words(50)}`).join('\n');
    const text = `Before. Bring [these things](x) with you:\n\n${items('a')}\n\n<!-- and -->\n\n* c ${words(90)}\n\n${words(110)}\n\n${items('b')}`;
    const found = splitMarkdown(text).map(({ lead, text }) => [text.slice(0, 3), lead]);
    expect(
      found.filter(([start]) => start === '- a').every(([, lead]) => lead === 'Bring these things with you:'),
    ).toBe(true);
    expect(found.filter(([start]) => start === '- a').length).toBeGreaterThan(1);
    expect(found).toContainEqual(['* c', 'Bring these things with you:']);
    expect(found).toContainEqual(['wor', '']);
    expect(found).toContainEqual(['- b', '']);
  });

  test('of a list inside an item are the beginning of the item', () => {
    const nested = lines(8, (n) => `  - step ${n} ${words(40)}`).join('\n');
    const leads = leadsOf(`Do this:\n\n- First thing\n- The second. More of it.\n\n${nested}`);
    expect(leads[0]).toBe('');
    expect(leads.at(-1)).toBe('Do this: » The second.');
  });

  test('include the previous sentence if they are short', () => {
    const items = lines(5, (n) => `- ${n} ${words(60)}`).join('\n');
    expect(leadsOf(`You may ask for help. For example:\n\n${items}`)[1]).toBe(
      'You may ask for help. For example:',
    );
  });
});

describe('code', () => {
  test('is cut at blank lines, keeps its fences with its lines, and has the fence as the lead', () => {
    const block = lines(6, (n) => `step${n} {\n  ${words(60)}\n}`).join('\n\n');
    const passages = splitMarkdown(
      `Run this:\n\n\`\`\`js title\n${block}\n\`\`\`\n\nThat is all. ${words(110)}`,
    );
    expect(passages[0]?.text).toMatch(/^Run this:\n\n```js title\nstep0 \{/);
    const parts = passages.slice(1, -1);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      expect(part.text).toMatch(/^step\d \{(?:.|\n)*\}(?:\n```)?$/);
      expect(part.lead).toBe('Run this: » ```js title');
    }
    expect(passages.at(-1)?.lead).toBe('');
  });
});

describe('markup', () => {
  test('alone is not a passage', () => {
    const text = `# A\n\n</details>\n\n# B\n\n<!-- ${words(500)} -->\n\n# C\n\n{% include "a" %}\n{{ page }}\n\n---\n\n# D\n\n<b>Words</b>`;
    expect(textsOf(text)).toEqual(['<b>Words</b>']);
  });

  test('in code, or an address, is content', () => {
    const texts = ['```html\n<div></div>\n```', '`<br>`', '<https://example.com>', '😀', '<!-- never ends'];
    for (const text of texts) expect(textsOf(text)).toEqual([text]);
  });
});
