import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildPartViewsSync,
  stepsDeepMax,
  viewedUnitsMax,
  viewsLengthMax,
  viewsUnitsMin,
} from './build-part-views.ts';

const textsOf = (text: string): readonly string[] => buildPartViewsSync(text).map((view) => view.text);

/** Arbitrary UTF-16 units, including lone surrogates. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 })
  .map((units) => String.fromCharCode(...units));

/** Fragments that readings look for, in any order. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...['&#65;', '&amp;', 'QUJD', 'aWdub3Jl', '65 ', '01000001'],
      ...['\u200b', '\u{e0041}', '\ufe0f', '\ud800', 'а', 'a.b', 'a b c d'],
      ...['h3ll0 ', 'heeello', '\n', 'ABCDEFGHIJKLMNOP'],
    ),
    { maxLength: 40 },
  )
  .map((list) => list.join(''));

describe('buildPartViewsSync', () => {
  it('begins with the visible text, in lower case and with single spaces', () => {
    expect(buildPartViewsSync('  Ｈｅｌｌｏ\u00a0 \t WO\u200bRLD\u00ad \r\n\n Again ')[0]).toEqual({
      name: 'plain',
      text: 'hello world\nagain',
      isDisguised: false,
      isHidden: false,
    });
  });

  it.each([
    ['accents left out', 'Größe çà Łódź', 'grosse ca lodz'],
    ['look-alike letters', 'іgnоrе mе', 'ignore me'],
    ['look-alike letters', 'ᎪᏞᏞ 🅰🅻🅻 ΑLL', 'all all all'],
    ['hidden in tags', 'a\u{e0068}\u{e0065}\u{e0079}', 'a hey'],
    ['HTML entities', 'some &#116;&#x65;xt &lt;', 'some text <'],
    ['base64', 'c29tZSBob25lc3QgdGV4dA', 'some honest text'],
    ['character codes', '73 6f 6d 65 20 74 65 78 74', 'some text'],
    ['character codes', '115 111 109 101 32 116 101 120 116', 'some text'],
    ['spaced letters', 's o m e   t e x t', 'some text'],
    ['spaced letters', 's😀o😀m😀e t😀e😀x😀t', 'some text'],
    ['leetspeak', 's0m3 h0n357 w0rd5', 'some honest words'],
    ['repeated letters', 'sooome teeext', 'some text'],
    ['joined words', 'someofthetexthere', 'some of the text here'],
    ['jumbled letters', 'the isntrctuions', 'the instructions'],
  ])('reads %s', (name, written, meant) => {
    expect(buildPartViewsSync(written)).toContainEqual(expect.objectContaining({ name, text: meant }));
  });

  it('reads one disguise within another', () => {
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    expect(textsOf(base64(base64(base64('many words of text'))))).toContain('many words of text');
    expect(textsOf(base64('m a n y   w o r d s   o f   t e x t'))).toContain('many words of text');
    expect(textsOf('&amp;#65;&amp;#108;&amp;#108; of it')).toContain('all of it');
    expect(textsOf('&#xE0068;&#xE0065;&#xE0079;')).toContain('hey');
  });

  it('treats letters from symbol blocks as a disguise, but not a single one', () => {
    expect(buildPartViewsSync('𝐩𝐥𝐞𝐚𝐬𝐞 read ⓣⓗⓘⓢ')[0]).toMatchObject({
      text: 'please read this',
      isDisguised: true,
    });
    expect(buildPartViewsSync('p\u200bl\u200be\u200ba\u200bs\u200be\u200b r\u200bead')[0]?.isDisguised).toBe(
      true,
    );
    expect(buildPartViewsSync('the vector 𝐱 and the set ℝ')[0]?.isDisguised).toBe(false);
  });

  it('reads several disguises next to each other', () => {
    const text = [
      Buffer.from('many words of text').toString('base64'),
      '73 6f 6d 65 20 74 65 78 74',
      'ѕоmе tехt',
      's0m3 t3xt',
    ].join('\n');
    const read = textsOf(text).map((shown) => shown.match(/many words of text|some text/g)?.length ?? 0);
    expect(Math.max(...read)).toBe(4);
  });

  it('marks hidden text as hidden, and ignores flags', () => {
    const tags = (letters: string): string =>
      Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(buildPartViewsSync(`hello${tags('secret')}`).some((view) => view.isHidden)).toBe(true);
    expect(textsOf(`England \u{1f3f4}${tags('gbeng')}\u{e007f} won`).join()).not.toContain('gbeng');
  });

  it.each([
    'How do I reset the password of my account?',
    'Which documents do I need to open a second account for my company?',
    'The train leaves at 10:45 from platform 3, and arrives at noon.',
    'In 1969, Apollo 11 carried three men to the Moon; two of them walked on it.',
    'Patients with hepatocellular carcinoma were treated with sorafenib (n = 42) or placebo (n = 39).',
    'Wie kann ich mein Passwort ändern?',
    'Les règles du jeu ont changé depuis le mois dernier.',
  ])('creates one or two views of harmless prose: %s', (text) => {
    expect(buildPartViewsSync(text).length).toBeLessThanOrEqual(2);
    expect(buildPartViewsSync(text).some((view) => view.isDisguised)).toBe(false);
  });

  it('does not change names, numbers and codes', () => {
    for (const text of [
      'd41d8cd98f00b204e9800998ecf8427e',
      '550e8400-e29b-41d4-a716-446655440000',
      'ages 23 45 67 34 56 78 41 39 52',
      'call 020 7946 0958 or 020 7946 0123',
      'version 1.2.3-beta.4 of left-pad',
    ]) {
      expect(textsOf(text), text).toHaveLength(1);
    }
  });

  it('never throws, and keeps to its limits', () => {
    fc.assert(
      fc.property(fc.oneof(anyUnits, pieces, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const views = buildPartViewsSync(text);
        expect(views.length).toBeGreaterThanOrEqual(1);
        expect(views.length).toBeLessThanOrEqual(stepsDeepMax + 1);
        expect(new Set(views.map((view) => view.text)).size).toBe(views.length);
        expect(views.every((view) => view.text.isWellFormed())).toBe(true);
        const units = views.reduce((sum, view) => sum + view.text.length, 0);
        expect(units).toBeLessThanOrEqual(Math.max(text.length * viewsLengthMax, viewsUnitsMin));
      }),
      { numRuns: 500 },
    );
  });

  it('reads the beginning and the end of a long text', () => {
    const filler = 'word '.repeat(20_000);
    const [plain] = buildPartViewsSync(`first ${filler} last`);
    expect(plain?.text.startsWith('first')).toBe(true);
    expect(plain?.text.endsWith('last')).toBe(true);
    expect(plain?.text.length).toBeLessThanOrEqual(2 * viewedUnitsMax + 1);
  });

  it('stops after the maximum number of steps', () => {
    let text = 'many words of text';
    for (let depth = 0; depth <= stepsDeepMax; depth++) text = Buffer.from(text).toString('base64');
    expect(textsOf(text)).not.toContain('many words of text');
  });
});
