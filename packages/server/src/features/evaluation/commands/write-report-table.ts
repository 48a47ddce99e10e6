import type { EvaluationComparison, EvaluationReport, EvaluationResult } from '@avow/contract/evaluation';
import { isRight } from '@avow/evaluation';
import {
  comparisonRows,
  conditionsInWords,
  expectedInWords,
  figureRows,
  outcomeWords,
  reasonsInWords,
  subjectInWords,
  verdictWords,
} from '@avow/evaluation/report';
import { cleanLine } from '../../../cli/clean-line.ts';
import { formatTable } from '../../../cli/terminal.ts';

/** As many as are useful in a terminal. */
const failuresShownMax = 10;
const lineCodePointsMax = 160;

/** A run as text for a terminal: its figures and the first failures. */
export function writeReportTable(report: EvaluationReport): string {
  const { results, question_count, status } = report;
  const asked = `${results.length} of ${question_count} questions${status === 'partial' ? ', interrupted' : ''}`;
  const rows = figureRows(report.figures).flatMap((group) => [
    [group.name.toUpperCase(), '', '', ''],
    ...group.rows.map(({ name, value, interval, count }) => [`  ${name}`, value, interval, count]),
  ]);
  return [
    cleanLine(`${subjectInWords(report)}: ${asked}, ${conditionsInWords(report)}`, lineCodePointsMax),
    '',
    formatTable(['FIGURE', 'VALUE', '95 % INTERVAL', 'OF'], rows),
    ...failureLines(results.filter((result) => !isRight(result))),
  ].join('\n');
}

function failureLines(failures: readonly EvaluationResult[]): string[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(0, failuresShownMax).flatMap((result) => {
    const { outcome, question, answer, confidence } = result;
    const score = confidence === null ? '' : ` (score ${confidence.score.toFixed(2)})`;
    return [
      '',
      `${outcomeWords[outcome]}: ${cleanLine(question, lineCodePointsMax)}`,
      `  expected: ${cleanLine(expectedInWords(result).join(' '), lineCodePointsMax)}`,
      ...(answer === '' ? [] : [`  said${score}: ${cleanLine(answer, lineCodePointsMax)}`]),
      ...reasonsInWords(result).map((reason) => `  ${cleanLine(reason, lineCodePointsMax)}`),
    ];
  });
  const more = failures.length - failuresShownMax;
  return [...shown, ...(more > 0 ? ['', `and ${more} more: --html and --json-file keep all of them.`] : [])];
}

/** Two runs as text for a terminal: their figures and the first differences. */
export function writeComparisonTable(comparison: EvaluationComparison): string {
  const { base, other, shared_count, differing, changed } = comparison;
  const rows = comparisonRows(comparison).map((row) => [
    ...[row.name, row.base, row.other, row.difference, row.interval, verdictWords[row.verdict]],
  ]);
  const changes = changed.slice(0, failuresShownMax).map(({ change, base, other }) => {
    const words = `${outcomeWords[base.outcome]} → ${outcomeWords[other.outcome]}`;
    return `  ${change === 'other' ? 'differs' : change}: ${cleanLine(other.question, lineCodePointsMax)} (${words})`;
  });
  const more = changed.length - failuresShownMax;
  return [
    cleanLine(
      `${subjectInWords(other)}, compared with ${subjectInWords(base)}: ${shared_count} questions in common`,
      lineCodePointsMax,
    ),
    ...differing.map((sentence) => cleanLine(sentence, lineCodePointsMax)),
    '',
    formatTable(['FIGURE', 'BEFORE', 'NOW', 'DIFFERENCE', '95 % INTERVAL', 'VERDICT'], rows),
    ...(changes.length === 0 ? [] : ['', ...changes]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}
