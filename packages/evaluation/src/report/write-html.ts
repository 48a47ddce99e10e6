import { createHash } from 'node:crypto';
import type {
  Estimate,
  EvaluatedShare,
  EvaluationComparison,
  EvaluationReport,
  EvaluationResult,
} from '@avow/contract/evaluation';
import { bands } from '@avow/contract/values';
import { wilsonInterval, writePercent } from '@avow/foundation/statistics';
import { isRight } from '../run/evaluate-reply.ts';
import { comparisonRows } from './comparison-rows.ts';
import { drawReportChart } from './draw-report-chart.ts';
import { type FigureGroup, figureRows, shareRow, writeMs } from './figure-rows.ts';
import { type Html, html, noHtml, trustMarkup } from './html-markup.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { answerHtml, questionsHtml } from './question-html.ts';
import {
  conditionsInWords,
  expectedInWords,
  outcomeWords,
  subjectInWords,
  verdictWords,
} from './report-words.ts';

/**
 * A report as a self-contained page without other files or network access. Its policy lets it load nothing, and run no
 * script but its own.
 */
export function writeHtml({
  report,
  base,
  comparison,
}: {
  readonly report: EvaluationReport;
  /** The run that it is compared with; null: none. */
  readonly base: EvaluationReport | null;
  readonly comparison: EvaluationComparison | null;
}): string {
  const title = `Evaluation of ${subjectInWords(report)}`;
  const chart = drawReportChart(report, base);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(chart ?? '')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trustMarkup(pageStyle)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="faint">${headLine(report)}</p>
<p class="faint">${modelsLine(report)}</p>
${report.status === 'partial' ? partialNotice(report) : noHtml}
${cardsHtml(report)}
<div class="charts">${chart === null ? noHtml : trustMarkup(chart)}</div>
<h2>Figures</h2>
<div class="tables">${figureRows(report.figures).map(groupHtml)}</div>
<h2>Right outcomes by kind</h2>
<div class="tables">${kindGroups(report.results).map(groupHtml)}</div>
${comparison === null ? noHtml : comparisonHtml(comparison)}
${questionsHtml(report.results)}
</main>
<script>${trustMarkup(pageScript)}</script>
</body>
</html>
`;
  return page.html;
}

/** Allows styles and the script by their hashes, so that injected ones would not run. */
function policyOf(chart: string): string {
  const chartStyles = [...chart.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
  const styles = [pageStyle, ...chartStyles].map(hashSource).join(' ');
  return `default-src 'none'; style-src ${styles}; script-src ${hashSource(pageScript)}; base-uri 'none'; form-action 'none'`;
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function headLine(report: EvaluationReport): string {
  const { results, question_count, started_at, id, conditions } = report;
  return `${results.length} of ${question_count} questions, ${conditionsInWords(report)}, Avow ${conditions.service_version}, ${started_at.slice(0, 16).replace('T', ' ')} UTC, ${id}`;
}

function modelsLine({ conditions: { models, confidence_model } }: EvaluationReport): string {
  const { encoder, reader, refinement, tiers } = models;
  const named = Object.entries({ encoder, reader, refinement, confidence: confidence_model });
  const known = named.flatMap(([use, name]) => (name === null ? [] : [`${use} ${name}`]));
  return `Models: ${[...known, ...tiers].join(', ') || 'none'}`;
}

function partialNotice({ results, question_count }: EvaluationReport): Html {
  return html`<div class="notice">The run was interrupted: ${results.length} of ${question_count} questions were asked. The figures cover only those.</div>`;
}

function cardsHtml({ figures }: EvaluationReport): Html {
  const { accuracy, answerable, not_covered, calibration, latency } = figures;
  return html`<div class="cards">
${shareCard('right outcomes', accuracy)}
${shareCard('right, of those with an answer', answerable.right)}
${shareCard('rightly not answered', not_covered.refused)}
${calibration === null ? noHtml : estimateCard('calibration error', calibration.expected_error)}
${latency === null ? noHtml : cardHtml({ name: 'median time', number: writeMs(latency.p50_ms), range: `95 % within ${writeMs(latency.p95_ms)}` })}
</div>`;
}

function shareCard(name: string, share: EvaluatedShare | null): Html {
  if (share === null) return noHtml;
  const { hits, total, value, low, high } = share;
  const range = `${hits} of ${total}; ${writePercent(low)} to ${writePercent(high)}`;
  return cardHtml({ name, number: writePercent(value), range });
}

function estimateCard(name: string, { value, low, high }: Estimate): Html {
  return cardHtml({ name, number: value.toFixed(3), range: `${low.toFixed(3)} to ${high.toFixed(3)}` });
}

function cardHtml({
  name,
  number,
  range,
}: {
  readonly name: string;
  readonly number: string;
  readonly range: string;
}): Html {
  return html`<div class="card"><div class="number">${number}</div><div class="name">${name}</div><div class="range">${range}</div></div>`;
}

function groupHtml({ name, rows }: FigureGroup): Html {
  return html`<div class="table"><table>
<tr><th>${name}</th><th class="number">Value</th><th class="number">95 % interval</th><th class="number">Of</th></tr>
${rows.map(
  (row) =>
    html`<tr><td>${row.name}</td><td class="number">${row.value}</td><td class="number">${row.interval}</td><td class="number">${row.count}</td></tr>
`,
)}</table></div>
`;
}

/** Two runs side by side: their figures, and the questions with a different outcome. */
function comparisonHtml(comparison: EvaluationComparison): Html {
  const { base, other, shared_count, only_base_count, only_other_count, differing, changed } = comparison;
  const left = only_base_count + only_other_count;
  return html`
<h2>Compared with ${subjectInWords(base)}</h2>
<p>Before: ${subjectInWords(base)}, ${conditionsInWords(base)}. Now: ${subjectInWords(other)}, ${conditionsInWords(other)}. ${shared_count} questions were asked of both${left === 0 ? '' : `; ${left} of only one run were skipped`}.</p>
${differing.length === 0 ? noHtml : html`<div class="notice">${differing.map((sentence) => html`<p>${sentence}</p>`)}</div>`}
<div class="table"><table>
<tr><th>Figure</th><th class="number">Before</th><th class="number">Now</th><th class="number">Difference</th><th class="number">95 % interval</th><th>Verdict</th></tr>
${comparisonRows(comparison).map(
  (row) =>
    html`<tr><td>${row.name}</td><td class="number">${row.base}</td><td class="number">${row.other}</td><td class="number">${row.difference}</td><td class="number">${row.interval}</td><td class="${row.verdict}">${verdictWords[row.verdict]}</td></tr>
`,
)}</table></div>
<h3 class="changed">Questions with a different outcome (${changed.length})</h3>
${changed.length === 0 ? html`<p class="faint">None.</p>` : noHtml}
${changed.map(changeHtml)}`;
}

function changeHtml({ change, base, other }: EvaluationComparison['changed'][number]): Html {
  const words = `${outcomeWords[base.outcome]} → ${outcomeWords[other.outcome]}`;
  return html`<article class="question ${other.outcome}"><div class="head"><h3>${other.question}</h3><span class="${change === 'other' ? 'unclear' : change}">${words}</span></div>
<details><summary>Both answers</summary><dl><dt>Expected</dt><dd>${expectedInWords(other).join(' ')}</dd></dl>
<div class="pair"><div><h3>Before</h3><dl>${answerHtml(base)}</dl></div><div><h3>Now</h3><dl>${answerHtml(other)}</dl></div></div></details></article>
`;
}

type KindOf = (result: EvaluationResult) => string;

const kinds: Readonly<Record<string, KindOf>> = {
  'By expectation': expectationOf,
  'By confidence band': ({ confidence }) => confidence?.band ?? 'none',
  'By source of the answer': ({ routing_source }) => routing_source.replaceAll('_', ' '),
  'By tier': ({ model_tier }) => `tier ${model_tier}`,
};

/** Right outcomes by kind of question. A grouping with only one kind is omitted. */
export function kindGroups(results: readonly EvaluationResult[]): FigureGroup[] {
  return Object.entries(kinds).flatMap(([name, kindOf]) => {
    const groups = [...Map.groupBy(results, kindOf)].sort(([one], [other]) => orderOf(one, other));
    if (groups.length < 2) return [];
    const rows = groups.map(([kind, some]) => {
      const total = some.length;
      const hits = some.filter(isRight).length;
      return shareRow(kind, { hits, total, value: hits / total, ...wilsonInterval({ hits, total }) });
    });
    return [{ name, rows }];
  });
}

/** Bands from high to none; all else by name. */
function orderOf(one: string, other: string): number {
  const ranks: readonly string[] = bands;
  return ranks.indexOf(one) - ranks.indexOf(other) || (one < other ? -1 : 1);
}

function expectationOf({ expects }: EvaluationResult): string {
  if (expects.kind === 'not_covered') return 'not covered';
  if (expects.verdict !== null) return 'yes or no';
  return expects.facts.length > 0 ? 'facts' : 'a source alone';
}
