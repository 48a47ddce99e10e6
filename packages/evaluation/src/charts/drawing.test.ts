import { calibrationError, type ScoredOutcome } from '@avow/foundation/statistics';
import { bigSample, outcomes } from '@avow/foundation/testing';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { drawReliability } from './draw-reliability.ts';

const reliabilityOf = (title: string, all: ReadonlyArray<readonly ScoredOutcome[]>) =>
  drawReliability({
    title,
    series: all.map((scored, index) => ({ name: `${title} ${index}`, ...calibrationError(scored) })),
  });

interface Read {
  readonly tags: Set<string>;
  readonly attributes: Array<readonly [string, string]>;
  /** Of the title and of the text in the picture. */
  readonly texts: string[];
}

function read(svg: string): Read {
  const found: Read = { tags: new Set(), attributes: [], texts: [] };
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.push(name);
        found.tags.add(name);
        found.attributes.push(...Object.entries(attributes));
        found.texts.push('');
      },
      onclosetag: (name) => expect(open.pop()).toBe(name),
      ontext: (text) => found.texts.push((found.texts.pop() ?? '') + text),
    },
    { xmlMode: true },
  );
  parser.end(svg);
  expect(open).toEqual([]);
  return found;
}

const known = ['svg', 'title', 'desc', 'style', 'rect', 'text', 'tspan', 'g', 'line', 'polyline'];
const knownTags = new Set([...known, 'polygon', 'circle', 'path']);

// Any characters, and those that markup is made of.
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '<script>',
        '"',
        "'",
        '>',
        '&',
        ']]>',
        '<!--',
        '\u0000',
        '\u001b',
        '\r',
        '\n',
        '\ud800',
        'x',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('charts', () => {
  it('are well-formed, contain only shapes and texts, and show their input', () => {
    fc.assert(
      fc.property(hostile, fc.array(outcomes, { maxLength: 3 }), (title, all) => {
        const { tags, attributes, texts } = read(reliabilityOf(title, all));
        expect([...tags].filter((tag) => !knownTags.has(tag))).toEqual([]);
        expect(attributes.filter(([name]) => /^on|href|^style$/.test(name))).toEqual([]);
        expect(texts.join('')).toContain(cleaned(title));
      }),
    );
  });

  it('place every point within the chart', () => {
    fc.assert(
      fc.property(fc.array(outcomes, { maxLength: 3 }), (all) => {
        const { attributes } = read(reliabilityOf('A title', all));
        const [, box = ''] = attributes.find(([name]) => name === 'viewBox') ?? [];
        const [, , width = 0, height = 0] = box.split(' ').map(Number);
        const points = attributes
          .filter(([name, value]) => name === 'points' && value !== '')
          .flatMap(([, value]) => value.split(' ').map((pair) => pair.split(',').map(Number)));
        for (const [x = Number.NaN, y = Number.NaN] of points) {
          expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
        }
      }),
    );
  });

  it('are the same for the same figures', () => {
    const scored = bigSample((score) => score);
    expect(reliabilityOf('Twice', [scored])).toBe(reliabilityOf('Twice', [scored]));
  });

  it('need no other files, and have a description for screen readers', () => {
    const svg = reliabilityOf('A title', [bigSample((score) => score * 0.9)]);
    expect(svg).not.toMatch(/url\(|@import|<script|<image|<use|href/);
    expect(svg.match(/https?:/g)).toEqual(['http:']);
    expect(svg).toContain('role="img" aria-label="A title"><title>A title</title><desc>');
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('show counts, errors and intervals', () => {
    const { error, bins } = calibrationError(bigSample((score) => score * 0.9));
    const errorInterval = { low: 0.031, high: 0.0721 };
    const svg = drawReliability({ title: 'One', series: [{ name: 'Draft', bins, error, errorInterval }] });
    expect(svg).toContain(`20000 answers; calibration error ${error.toFixed(3)} (0.031–0.072)`);
    expect(svg).toContain('2000 answers, mean score 0.95: 86 % right (84 % to 87 %)');
    expect(svg.match(/class="spread"/g)).toHaveLength(10);
  });

  it('stay small however many points there are', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      score: index / 50_000,
      isRight: index % 3 > 0,
    }));
    expect(reliabilityOf('Many', [many]).length).toBeLessThan(40_000);
  });

  it('show at most three series', () => {
    expect(() => reliabilityOf('Four', [[], [], [], []])).toThrow('at most 3 series');
  });
});

/** As XML can hold it; a carriage return is a line's end to an XML reader. */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '\ufffd');
}
