import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRedactions } from '../apply-redactions.ts';
import { testGuardrailContract } from '../contract/guardrail-contract.ts';
import { builtGuardrail, open } from '../contract/test-guardrails.ts';
import type { GuardrailInput, Verdict, WrittenClaim } from '../guardrail.ts';
import { readVerdict } from '../read-verdict.ts';
import { buildLinks } from './build-links.ts';

const settings = { allowed_hosts: ['*.fine.com', 'fine.org', '10.1.2.3'] };
const guardrail = builtGuardrail('links', buildLinks, { stage: 'output', action: 'redact', settings });

async function check(text: string, also: Partial<GuardrailInput> = {}): Promise<Verdict> {
  return guardrail.check({ text, quotes: [], ...also }, open);
}

async function cleaned(text: string, also: Partial<GuardrailInput> = {}): Promise<string> {
  const verdict = await check(text, also);
  expect(readVerdict(verdict, text)).toEqual(verdict);
  return applyRedactions(text, verdict.kind === 'redact' ? verdict.redactions : []);
}

const quoteOf = (shown: string) => ({ quote: shown, stored: shown, shown, follows: 'as_paragraph' }) as const;

describe('links', () => {
  testGuardrailContract(guardrail, {
    found: [
      { text: 'See https://evil.net/page now', secret: 'evil' },
      { text: '![x](https://evil.net/p.png)', secret: 'evil' },
      { text: '<script>alert(1)</script>', secret: 'alert' },
    ],
    slow: '[a](https://evil.net/',
  });

  it.each([
    ['a link in Markdown', 'See [this](https://evil.net/a) now.', 'See [this] [link removed] now.'],
    ['with a title', '[a](https://evil.net "t)") b', '[a] [link removed] b'],
    ['with blanks in it', '[a](<https://evil.net/a b>)', '[a] [link removed]'],
    ['with brackets in it', '[a](https://evil.net/(b)) c', '[a] [link removed] c'],
    ['with brackets in its words', '[a [b] c](https://evil.net)', '[a [b] c] [link removed]'],
    ['without a scheme', '[a](//evil.net)', '[a] [link removed]'],
    ['with other slashes', '[a](\\\\evil.net) [b](/\\evil.net)', '[a] [link removed] [b] [link removed]'],
    ['an image', 'a ![x](https://evil.net/p.png) b', 'a [image removed] b'],
    [
      'an image that is a link',
      '[![x](https://evil.net/p)](https://evil.net)',
      '[[image removed]] [link removed]',
    ],
    ['a definition', '[a]: https://evil.net "t"\n\n![b][a]', '[link removed]\n\n[image removed]'],
    ['a definition over two lines', '> [a]:\n//evil.net\n', '> [link removed]\n'],
    [
      'a definition with a code mark in its label',
      '[a`]: //evil.net\n`\n\n![x][a`]',
      '[link removed]\n`\n\n[image removed]',
    ],
    [
      'a definition with a code mark in its title',
      '![a`]\n\n[a`]: //evil.net "`"',
      '![a`]\n\n[link removed]',
    ],
    ['an image in what only looks like a definition', '[]: ![b](//evil.net/p)', '[]: [image removed]'],
    ['an image in a paragraph like a definition', 'a\n[b]: ![c](//evil.net/p)', 'a\n[b]: [image removed]'],
    ['an image before more of the line', '[a]: ![b](//evil.net/p) c', '[a]: [image removed] c'],
    ['an image over two lines of it', 'a\n[b]: ![\nc](//evil.net/p)', 'a\n[b]: [image removed]'],
    ['code that begins in a definition', '[a]://` [](//evil.net`)', '[link removed] [] [link removed]'],
    ['an image in a footnote', 'a[^1]\n\n[^1]: ![b](//evil.net/p)', 'a[^1]\n\n[^1]: [image removed]'],
    ['an address in angle brackets', 'See <https://evil.net/a>.', 'See [link removed].'],
    ['a bare address', 'See (https://evil.net/a_(b)), or not.', 'See ([link removed]), or not.'],
    ['a bare address with an entity behind it', 'https://evil.net/&quot;.', '[link removed]&quot;.'],
    ['a bare name', 'www.evil.net, ftp://evil.net!', '[link removed], [link removed]!'],
    ['in HTML', '<a class=x href="https://evil.net">words</a>', '[link removed]words</a>'],
    ['an image in HTML', '<IMG alt=">" src=//evil.net/p>', '[image removed]'],
    ['one picture of several', '<img srcset="a.png 1x, https://evil.net/b 2x">', '[image removed]'],
    ['an image by a style', '<p style="background:url(//evil.net)">a', '[removed]a'],
    ['in words that are marked', '**[a](https://evil.net)**', '**[a] [link removed]**'],
    ['in a table', '| a | https://evil.net |\n|---|---|', '| a | [link removed] |\n|---|---|'],
    ['a script', 'a <script>alert(1)</script> b', 'a [removed] b'],
    ['a script that goes on', 'a <script>alert(1)', 'a [removed]alert(1)'],
    ['a frame that is not closed', 'a <iframe src=https://evil.net', 'a [removed]'],
    ['a handler', '<b onclick=run()>a</b>', '[removed]a</b>'],
    ['a tag that is not closed', 'a <img src="', 'a [removed]'],
    ['a relative image that asks for something', '![x](/delete?all=1)', '[image removed]'],
    ['a letter with a body', '[a](mailto:a@evil.net?subject=x&body=y)', '[a] [link removed]'],
    ['an unknown scheme', '[a](evil-app:run)', '[a] [link removed]'],
    ['an address that is none', '[a](https://[evil)', '[a] [link removed]'],
    ['after code that does not end', '`a https://evil.net', '`a [link removed]'],
    ['after code', '`` a` `` https://evil.net `b`', '`` a` `` [link removed] `b`'],
    ['after a sign that is only a sign', '\\`https://evil.net\\`', '\\`[link removed]\\`'],
    ['in HTML, where code is none', '<div>`<img src=//evil.net/p>`</div>', '<div>`[image removed]`</div>'],
    [
      'credentials',
      'https://fine.org:x@evil.net and https://me:pw@fine.org',
      '[link removed] and [link removed]',
    ],
    [
      'numbers for a name',
      'http://3232235777.evil.net http://93.184.216.34/a',
      '[link removed] [link removed]',
    ],
    ['what only begins like an allowed host', 'https://fine.org.evil.net', '[link removed]'],
    ['the host above those allowed', 'https://fine.com', '[link removed]'],
  ])('removes %s', async (_, text, expected) => {
    expect(await cleaned(text)).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript\\:alert(1)',
    '\u0001javascript:alert(1)',
    'java&#115;cript:alert(1)',
    '&#x6A&#x61vascript:alert(1)',
    'javascript&colon;alert(1)',
    'java&Tab;script:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'vbscript:run',
    'data:text/html;base64,PHNjcmlwdD4=',
    'file:///etc/passwd',
  ])('recognises %j as active', async (target) => {
    for (const text of [`[a](${target})`, `<a href="${target}">a</a>`, `[a](<${target}>)`])
      expect(await check(text), text).toMatchObject({ kind: 'redact', score: 1 });
  });

  it.each([
    ['mixed alphabets', 'https://p\u0430ypal.com'],
    ['mixed alphabets in a code', 'https://xn--pypal-4ve.com'],
    ['letters that look Latin', 'https://\u0430\u0440\u0440\u0435.com'],
    ['an entity that nobody knows', '&javaz;script'],
  ])('finds deceptive links, even in a quote: %s', async (_, target) => {
    const text = `[a](${target})`;
    expect(await check(text, { quotes: [quoteOf(text)] })).toMatchObject({ kind: 'redact', score: 0.8 });
  });

  it.each([
    ['allowed hosts', 'https://www.fine.com/a [b](https://fine.org) ![c](https://a.b.fine.com/c.png)'],
    ['an allowed number', 'http://10.1.2.3/a'],
    ['relative links and images', '[a](/docs/a?b=1) [b](#c) [c](d.html) ![e](images/e.png) <img src=f.png>'],
    ['letters and calls', '[a](mailto:a@fine.org) [b](mailto:a@b.c?subject=Hello) [c](tel:+123)'],
    [
      'code',
      '`https://evil.net` and\n\n```\n<script>\n```\n\n    <img src=//evil.net>\n\n~~~\n![a](//evil.net)',
    ],
    ['words in angle brackets', 'Run `x` for <name> and <other-name attr>, where a <b and c> d'],
    ['elements that are only spoken of', 'An <iframe> in a <form>, a <link> or a </script>'],
    ['plain HTML', '<details open><summary>a</summary><b class="c" style="color: red">d</b><br/></details>'],
    ['what is only a sign', '\\<img src=//evil.net> \\[a\\] a [ b ]( c'],
    ['a note', '[1]: see below\n[^2]: and this'],
    ['nothing', ''],
  ])('passes %s', async (_, text) => {
    expect(await check(text)).toMatchObject({ kind: 'pass', score: 0 });
  });

  it('allows links to cited documents, by address outside quotes and by host within them', async () => {
    const urls = ['https://www.docs.net/guide/', 'not an address'];
    const exact = 'See https://www.docs.net/guide#part.';
    const other = 'See [more](https://docs.net/more).';
    expect(await cleaned(exact, { urls })).toBe(exact);
    expect(await cleaned(other, { urls })).toBe('See [more] [link removed].');
    expect(await check(other, { urls, quotes: [quoteOf(other)] })).toMatchObject({ kind: 'pass', score: 0 });
  });

  it.each([
    ['on its host', '![a](https://docs.net/a.png)', '[image removed]'],
    ['with something to tell', '![a](https://docs.net/a.png?said=secret)', '[image removed]'],
    ['at its address', '![a](https://www.docs.net/guide)', '[image removed]'],
    ['in HTML', '<img src="https://docs.net/a.png">', '[image removed]'],
    ['by a style', '<p style="background:url(https://docs.net/a)">a', '[removed]a'],
    ['by a label', '![a][b]\n\n[b]: https://docs.net/a', '![a][b]\n\n[link removed]'],
    [
      'by a label before it',
      '[B  c]: https://docs.net/a\n\n![a][b c]',
      '[B  c]: https://docs.net/a\n\n[image removed]',
    ],
    ['by its own label', '![b]\n\n[b]: https://docs.net/a', '![b]\n\n[link removed]'],
    ['by its own label twice', '![b][]\n\n[b]: https://docs.net/a', '![b][]\n\n[link removed]'],
    ['by a label with a bracket', '![b][a\\]]\n\n[a\\]]: //docs.net/a', '![b][a\\]]\n\n[link removed]'],
    ['in words with a code mark', '![`]``](//docs.net/a)', '[image removed]'],
    [
      'by a label before what only looks like a target',
      '![b](c d)\n\n[b]: //docs.net/a',
      '![b](c d)\n\n[link removed]',
    ],
    [
      'by the second of two targets',
      '[b]: /a\n[b]: //docs.net/a\n\n![b]',
      '[b]: /a\n[b]: //docs.net/a\n\n[image removed]',
    ],
  ])('loads no image of a cited document, even in a quote: %s', async (_, text, expected) => {
    const urls = ['https://www.docs.net/guide/'];
    expect(await cleaned(text, { urls, quotes: [quoteOf(text)] })).toBe(expected);
  });

  it('passes links and images by labels that are allowed', async () => {
    const urls = ['https://www.docs.net/guide/'];
    const text = '![a][b] [c][d]\n\n[b]: https://fine.org/a.png\n[d]: https://docs.net/d';
    expect(await check(text, { urls, quotes: [quoteOf(text)] })).toMatchObject({ kind: 'pass', score: 0 });
  });

  it('gives a plain link in a quote a low score that a policy can count', async () => {
    const text = 'See [more](https://other.net).';
    const input = { text, quotes: [quoteOf(text)] };
    expect(await check(text, input)).toMatchObject({ kind: 'pass', score: 0.4 });
    const strict = builtGuardrail('links', buildLinks, {
      stage: 'output',
      action: 'block',
      threshold: 0.4,
      settings,
    });
    expect(await strict.check(input, open)).toMatchObject({ kind: 'block', spans: [{ start: 9, end: 29 }] });
    expect(
      await check('![x](https://other.net/a)', { quotes: [quoteOf('![x](https://other.net/a)')] }),
    ).toMatchObject({
      kind: 'redact',
      score: 0.9,
    });
  });

  it.each([
    'http://localhost:8080/a',
    'http://127.0.0.1',
    'https://api.example.com/v1',
    'http://192.168.0.1/',
  ])('treats %s in a quote as an example', async (text) => {
    expect(await check(text, { quotes: [quoteOf(text)] })).toMatchObject({ kind: 'pass', score: 0 });
    expect(await check(text)).toMatchObject({ kind: 'redact' });
  });

  it('recognises quotes in an answer that has other text too', async () => {
    const quotes = [quoteOf('A https://a.net'), quoteOf(''), quoteOf('gone'), quoteOf('B https://b.net')];
    expect(await cleaned('A https://a.net [removed] B https://b.net C https://c.net', { quotes })).toBe(
      'A https://a.net [removed] B https://b.net C [link removed]',
    );
    expect(await cleaned('Yes. A https://a.net', { lead: 'Yes.', quotes: quotes.slice(0, 1) })).toBe(
      'Yes. A https://a.net',
    );
  });

  it('leaves nothing to find after redaction, for any text', async () => {
    const parts = fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '![',
        '](',
        ']:',
        '<',
        '>',
        '"',
        "'",
        '`',
        '``',
        '\\',
        '\n',
        '\n\n',
        ' ',
        '    ',
      ],
      ...[
        'a',
        'https://evil.net/x',
        '//evil.net',
        'javascript:x',
        '<img src=',
        '<a href=',
        '<script>',
        '</script>',
      ],
      ...[
        ' onload=x',
        'style="url(x)"',
        'www.evil.net',
        '&#106;',
        'https://fine.org',
        '😀',
        '- ',
        '> ',
        '|',
        '```\n',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 16 }), async (list) => {
        const again = await check(await cleaned(list.join('')));
        expect(again.score).toBeLessThan(0.5);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ...[
      '[',
      '](',
      '![',
      '<a ',
      '<a href="',
      '<img src=x ',
      '`',
      '``` ',
      '](a "',
      "](a '",
      '[a]:',
      '\n[a]:',
      '&#1;',
    ],
    ...[
      '<a <',
      '<script',
      '<script>',
      '</script',
      'https://',
      'https://a(',
      'www.a ',
      '\\',
      '<!--',
      '> [',
      '](<',
      '!!a',
    ],
  ])('finishes on %j', async (piece) => {
    const text = piece.repeat(Math.floor(30_000 / piece.length));
    for (const worst of [text, `https://${text}`, `[a](${text}`, `<a href="${text}`])
      expect(readVerdict(await check(worst), worst)).not.toBeNull();
  });

  describe('in generated answers', () => {
    const quotes = [
      quoteOf('Order at https://shop.net/order, or call.'),
      quoteOf('See [here](https://other.net/a) or www.third.net.'),
    ];
    const writtenOf = (...units: ReadonlyArray<readonly [text: string, ...restsOn: number[]]>) => {
      const written = units.map(
        ([shown, ...restsOn], index): WrittenClaim => ({
          ...{ shown, join: index === 0 ? '' : ' ', claims: true, restsOn, judged: null },
        }),
      );
      return [written.map(({ join, shown }) => join + shown).join(''), { quotes, written }] as const;
    };

    it.each([
      ['a link that its quotes have', 'Order at https://shop.net/order.', 0],
      ['in other clothes', 'Order [there](https://shop.net/order).', 0],
      ['of a link in Markdown', 'It is https://other.net/a', 1],
      ['without its scheme', 'It is www.third.net', 1],
    ])('passes %s', async (_, text, position) => {
      const [answer, also] = writtenOf([text, position]);
      expect(await cleaned(answer, also)).toBe(answer);
    });

    it.each([
      ['a link that no quote has', 'Order at https://evil.net/order.', 0],
      ['a link of a quote that the sentence does not rest on', 'Order at https://shop.net/order.', 1],
      ['the beginning of a link', 'Order at https://shop.ne', 0],
      ['a link that goes on', 'Order at https://shop.net/order/x', 0],
      ['an image', '![x](https://shop.net/order)', 0],
    ])('finds %s', async (_, text, position) => {
      const [answer, also] = writtenOf([text, position]);
      expect(await cleaned(answer, also)).toContain('removed]');
    });

    it('uses all quotes if the source of a value is unknown, as in JSON', async () => {
      const [, { written }] = writtenOf(['note: Order at https://shop.net/order', 0]);
      const text = JSON.stringify({ note: 'Order at https://shop.net/order' });
      expect(await cleaned(text, { quotes, written, isJson: true })).toBe(text);
      const evil = JSON.stringify({ note: 'Order at https://evil.net/order' });
      expect(JSON.parse(await cleaned(evil, { quotes, written, isJson: true }))).toEqual({
        note: 'Order at [link removed]',
      });
    });

    it('withholds a link that a later citation may still allow', () => {
      const [text, also] = writtenOf(['It is so.', 0], ['See https://late.net/x for more.', 0], ['Bye.', 0]);
      expect(guardrail.settledBefore?.({ text, ...also })).toBe(14);
      expect(guardrail.settledBefore?.({ text, ...also, urls: ['https://late.net/x'] })).toBe(text.length);
    });
  });
});
