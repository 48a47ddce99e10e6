import type { EvaluationComparison } from '@avow/contract';
import { comparisonRows } from './comparison-rows.ts';
import { type Html, html, noHtml } from './html-markup.ts';
import { answerHtml } from './question-html.ts';
import {
  conditionsInWords,
  expectedInWords,
  outcomeWords,
  subjectInWords,
  verdictWords,
} from './report-words.ts';

/** Two runs side by side: their figures, and the questions with a different outcome. */
export function comparisonHtml(comparison: EvaluationComparison): Html {
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
