import { createHash } from 'node:crypto';
import type { EvaluationReport } from '@avow/contract/evaluation';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { evaluationReport, evaluationResult } from '../golden/test-support/golden-samples.ts';
import { compareEvaluations } from '../run/compare-evaluations.ts';
import { hostileReports } from './test-support/hostile-reports.ts';
import { writeHtml } from './write-html.ts';

function pageOf(report: EvaluationReport, base: EvaluationReport | null = null): string {
  const comparison = base === null ? null : compareEvaluations(base, report);
  return writeHtml({ report, base, comparison });
}

interface Page {
  readonly tags: readonly string[];
  readonly attributes: ReadonlyArray<readonly [string, string]>;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly text: string;
}

function read(html: string): Page {
  const tags: string[] = [];
  const attributes: (readonly [string, string])[] = [];
  const scripts: string[] = [];
  const styles: string[] = [];
  let text = '';
  let inside = '';
  const parser = new Parser({
    onopentag: (name, given) => {
      tags.push(name);
      attributes.push(...Object.entries(given));
      inside = name;
    },
    ontext: (part) => {
      if (inside === 'script') scripts.push((scripts.pop() ?? '') + part);
      else if (inside === 'style') styles.push(part);
      else text += part;
    },
    onclosetag: () => {
      inside = '';
    },
  });
  parser.end(html);
  return { tags, attributes, scripts, styles, text };
}

const knownTags = new Set(
  'html head meta title style body main h1 h2 h3 p div span table tr th td dl dt dd blockquote cite article details summary label input output script svg desc rect text tspan g line polyline circle path'.split(
    ' ',
  ),
);

describe('writeHtml', () => {
  const report = evaluationReport([
    evaluationResult(1, 'right'),
    evaluationResult(2, 'wrong', {
      question: 'How long is the notice?',
      answer: 'Two weeks.',
      confidence: { score: 0.91, band: 'high' },
      missing: ['It does not say “four weeks”.'],
      citations: [
        {
          ...{ document_id: 'doc_1', source: 'notice.md', title: 'Notice', quote: 'Two weeks of notice' },
          ...{ is_expected: false, is_stored: false },
        },
      ],
    }),
    evaluationResult(3, 'refused_wrongly', { no_answer_cause: 'below_risk_level' }),
    evaluationResult(4, 'refused_rightly'),
  ]);

  it('shows figures with intervals, and every failure with expectation, answer and quotes', () => {
    const { text } = read(pageOf(report));
    expect(text).toContain('Evaluation of Handbook, version 1');
    for (const words of [
      ...['50 %', '2 of 4', '15 % to 85 %', 'calibration error'],
      ...['How long is the notice?', 'Two weeks.', '0.91 (high)', 'It does not say “four weeks”.'],
      ...['Two weeks of notice', 'Notice (notice.md), differs from the stored text', 'It says “27 days”.'],
      'An answer was found but withheld, because its score is below the risk level.',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Compared with');
    expect(text).not.toContain('interrupted');
  });

  it('shows what got better and worse', () => {
    const base = evaluationReport([
      evaluationResult(1, 'wrong', { answer: 'Before' }),
      evaluationResult(2, 'right', { question: 'How long is the notice?' }),
      evaluationResult(3, 'refused_wrongly'),
    ]);
    const { text } = read(pageOf(report, base));
    expect(text).toContain('Compared with Handbook, version 1');
    expect(text).toContain('3 questions were asked of both; 1 of only one run were skipped');
    expect(text).toContain('Questions with a different outcome (2)');
    expect(text.indexOf('right → wrong')).toBeLessThan(text.indexOf('wrong → right'));
  });

  it('says if a run was interrupted', () => {
    const { text } = read(pageOf({ ...report, status: 'partial', question_count: 9 }));
    expect(text).toContain('The run was interrupted: 4 of 9 questions were asked.');
  });

  it('loads nothing, and allows only its own script and styles', () => {
    const html = pageOf(report);
    const { attributes, scripts, styles } = read(html);
    const [, policy = ''] = attributes.find(([, value]) => value.startsWith('default-src')) ?? [];
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(scripts).toHaveLength(1);
    expect(policy).toContain(`default-src 'none'; style-src ${styles.map(hash).join(' ')};`);
    expect(policy).toContain(`script-src ${scripts.map(hash).join(' ')};`);
    expect(policy).not.toContain('unsafe');
    expect(styles).toHaveLength(2);
    // The name of SVG is the address of nothing.
    expect(html.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|url\(|@import|import\(|fetch\(/,
    );
  });

  it('escapes every text', () => {
    fc.assert(
      fc.property(hostileReports, hostileReports, (one, base) => {
        const html = pageOf(one, base);
        expect(html.isWellFormed()).toBe(true);
        const { tags, attributes, scripts } = read(html);
        expect(tags.filter((tag) => !knownTags.has(tag))).toEqual([]);
        expect(scripts).toEqual(read(pageOf(report)).scripts);
        expect(attributes.filter(([name]) => /^on|^style$|href|^src$/.test(name))).toEqual([]);
        const outcomes = attributes.filter(([name]) => name === 'data-outcome').map(([, value]) => value);
        expect(outcomes.toSorted()).toEqual(one.results.map(({ outcome }) => outcome).toSorted());
      }),
    );
  });
});
