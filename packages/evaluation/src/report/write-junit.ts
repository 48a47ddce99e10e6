import type { EvaluationReport, EvaluationResult } from '@avow/contract/evaluation';
import { escapeMarkup, shorten } from '@avow/text';
import { isRight } from '../run/evaluate-reply.ts';
import {
  conditionsInWords,
  expectedInWords,
  outcomeWords,
  reasonsInWords,
  scoreInWords,
  subjectInWords,
} from './report-words.ts';

/** Longer names make the lists of build servers unreadable. */
const nameCodePointsMax = 200;

/** A report as JUnit XML for build servers: one test case per question. Failures of the service are errors. */
export function writeJunit(report: EvaluationReport): string {
  const { results } = report;
  const counts = {
    tests: results.length,
    failures: results.filter((result) => !isRight(result) && result.outcome !== 'failed').length,
    errors: results.filter(({ outcome }) => outcome === 'failed').length,
    time: seconds(results.reduce((sum, { time_ms }) => sum + time_ms, 0)),
  };
  const suite = {
    name: subjectInWords(report),
    ...counts,
    skipped: 0,
    // The schema has no time zones.
    timestamp: report.started_at.slice(0, 19),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'avow eval', ...counts })}>`,
    `  <testsuite${attributes(suite)}>`,
    '    <properties>',
    ...propertiesOf(report).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...results.flatMap((result) => testCase(report, result)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function propertiesOf(report: EvaluationReport): (readonly [string, string])[] {
  const { id, status, question_count, results, figures } = report;
  return [
    ['evaluation', id],
    ['status', status],
    ['conditions', conditionsInWords(report)],
    ['questions', `${results.length} of ${question_count}`],
    ...(figures.accuracy === null ? [] : [['accuracy', figures.accuracy.value.toFixed(4)] as const]),
    ...(figures.calibration === null
      ? []
      : [['expected_calibration_error', figures.calibration.expected_error.value.toFixed(4)] as const]),
  ];
}

function testCase({ content_pack }: EvaluationReport, result: EvaluationResult): string[] {
  const { question, groups, time_ms, outcome } = result;
  const asked = groups.length === 0 ? question : `${question} [${groups.join(', ')}]`;
  const head = `    <testcase${attributes({
    name: shorten(asked.replace(/\s+/g, ' ').trim(), nameCodePointsMax),
    // Dots would be taken for packages.
    classname: content_pack.name.replaceAll('.', '_'),
    time: seconds(time_ms),
  })}`;
  if (isRight(result)) return [`${head}/>`];
  const tag = outcome === 'failed' ? 'error' : 'failure';
  const [reason] = reasonsInWords(result);
  const message = `${outcomeWords[outcome]}${reason === undefined ? '' : `: ${reason}`}`;
  return [
    `${head}>`,
    `      <${tag}${attributes({ type: outcome, message })}>${escapeMarkup(explain(result))}</${tag}>`,
    '    </testcase>',
  ];
}

/** The expectation and the result as text. */
function explain(result: EvaluationResult): string {
  const { golden_id, question, answer, citations, note } = result;
  const quotes = citations.map(({ source, quote }) => `  ${source}${quote === null ? '' : `: “${quote}”`}`);
  return [
    `Question (${golden_id}): ${question}`,
    ...(note === '' ? [] : [`Note: ${note}`]),
    `Expected: ${expectedInWords(result).join(' ')}`,
    `Got: ${answer === '' ? '(nothing)' : answer}`,
    ...(result.confidence === null ? [] : [`Score: ${scoreInWords(result)}`]),
    ...reasonsInWords(result).map((reason) => `Why: ${reason}`),
    ...(quotes.length === 0 ? [] : ['Quotes:', ...quotes]),
  ].join('\n');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
