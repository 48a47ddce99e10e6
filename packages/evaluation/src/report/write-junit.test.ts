import type { EvaluationReport } from '@avow/contract/evaluation';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { evaluationReport, evaluationResult } from '../golden/test-support/golden-samples.ts';
import { isRight } from '../run/evaluate-reply.ts';
import { hostileReports } from './test-support/hostile-reports.ts';
import { writeJunit } from './write-junit.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element: Element = { name, attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const current = open.at(-1);
        if (current !== undefined) current.text += text;
      },
      onclosetag: (name, isImplied) => {
        expect([open.pop()?.name, isImplied && open.length === 0]).toEqual([name, false]);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  expect(open).toEqual([root]);
  return root;
}

/** The suite and its cases, where all is as the schema of JUnit says. */
function read(report: EvaluationReport) {
  const [suites, ...others] = parse(writeJunit(report)).children;
  expect([suites?.name, others]).toEqual(['testsuites', []]);
  const [suite, ...more] = suites?.children ?? [];
  expect([suite?.name, more]).toEqual(['testsuite', []]);
  const [properties, ...cases] = suite?.children ?? [];
  expect(properties?.name).toBe('properties');
  for (const { name, attributes } of cases) {
    expect(name).toBe('testcase');
    expect(Object.keys(attributes).sort()).toEqual(['classname', 'name', 'time']);
    expect(attributes['time']).toMatch(/^\d+\.\d{3}$/);
  }
  expect(suite?.attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  return { suite: suite?.attributes ?? {}, cases };
}

describe('writeJunit', () => {
  it('writes one case per question, and the expectation and result of each failure', () => {
    const wrong = evaluationResult(2, 'wrong', {
      question: 'How many\ndays?',
      answer: '25 days.',
      missing: ['It does not say “27 days”.'],
      citations: [
        {
          ...{ document_id: 'doc_1', source: 'old.md', title: 'Old', quote: '25 days' },
          ...{ is_expected: false, is_stored: true },
        },
      ],
    });
    const failed = evaluationResult(3, 'failed', { problem: 'internal', time_ms: 1234.5 });
    const { suite, cases } = read(evaluationReport([evaluationResult(1, 'right'), wrong, failed]));
    expect(suite).toMatchObject({ name: 'Handbook, version 1', tests: '3', failures: '1', errors: '1' });
    expect(cases.map(({ children }) => children.map(({ name }) => name))).toEqual([
      [],
      ['failure'],
      ['error'],
    ]);
    expect(cases[1]?.attributes['name']).toBe('How many days?');
    const failure = cases[1]?.children[0];
    expect(failure?.attributes).toEqual({ type: 'wrong', message: 'wrong: It does not say “27 days”.' });
    expect(failure?.text.split('\n')).toEqual([
      `Question (${wrong.golden_id}): How many`,
      'days?',
      'Expected: It says “27 days”. It cites leave.md.',
      'Got: 25 days.',
      'Score: 0.80 (high)',
      'Why: It does not say “27 days”.',
      'Quotes:',
      '  old.md: “25 days”',
    ]);
    expect(cases[2]?.attributes['time']).toBe('1.234');
    expect(cases[2]?.children[0]?.text).toContain('The problem was internal.');
  });

  it('escapes every text', () => {
    fc.assert(
      fc.property(hostileReports, (report) => {
        const xml = writeJunit(report);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML can hold none of these.
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/);
        expect(xml.isWellFormed()).toBe(true);
        const { suite, cases } = read(report);
        expect(cases).toHaveLength(report.results.length);
        report.results.forEach((result, index) => {
          const found = cases[index]?.children ?? [];
          expect(found.map(({ name }) => name)).toEqual(
            isRight(result) ? [] : [result.outcome === 'failed' ? 'error' : 'failure'],
          );
          expect(found.flatMap(({ children }) => children)).toEqual([]);
        });
        expect(Number(suite['failures']) + Number(suite['errors'])).toBe(
          report.results.filter((result) => !isRight(result)).length,
        );
      }),
    );
  });

  it('includes the groups and shortens names', () => {
    const { cases } = read(
      evaluationReport([
        evaluationResult(1, 'right', { question: 'Who?', groups: ['staff', 'board'] }),
        evaluationResult(2, 'right', { question: '漢'.repeat(500) }),
      ]),
    );
    expect(cases[0]?.attributes['name']).toBe('Who? [staff, board]');
    expect([...(cases[1]?.attributes['name'] ?? '')]).toHaveLength(200);
  });
});
