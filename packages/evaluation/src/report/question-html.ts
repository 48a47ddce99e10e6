import { type EvaluationResult, evaluationOutcomes } from '@avow/contract/evaluation';
import { isRight } from '../run/evaluate-reply.ts';
import { writeMs } from './figure-rows.ts';
import { type Html, html, noHtml } from './html-markup.ts';
import { expectedInWords, outcomeWords, reasonsInWords, scoreInWords } from './report-words.ts';

/** Misleading answers come before unhelpful ones; the most confident first. */
const gravest: readonly EvaluationResult['outcome'][] = ['wrong', 'failed', 'refused_wrongly', 'partly'];

/** All questions with their results: failures first and in full, with filters. */
export function questionsHtml(results: readonly EvaluationResult[]): Html {
  const failures = results.filter((result) => !isRight(result));
  const right = results.filter(isRight);
  const order = (one: EvaluationResult, other: EvaluationResult) =>
    gravest.indexOf(one.outcome) - gravest.indexOf(other.outcome) ||
    (other.confidence?.score ?? 0) - (one.confidence?.score ?? 0);
  return html`
<h2>What went wrong</h2>
${filtersHtml(results)}
${failures.length === 0 ? html`<p class="faint">Nothing did.</p>` : noHtml}
${failures.toSorted(order).map(questionHtml)}
<h2>What came out right</h2>
${right.length === 0 ? html`<p class="faint">Nothing did.</p>` : noHtml}
${right.map(questionHtml)}`;
}

function filtersHtml(results: readonly EvaluationResult[]): Html {
  const outcomes = evaluationOutcomes.flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [{ outcome, count }];
  });
  return html`<div class="filters" role="search" hidden>
<input type="search" placeholder="Search" aria-label="Words of a question, an answer or a source">
${outcomes.map(
  ({ outcome, count }) =>
    html`<label><input type="checkbox" value="${outcome}" checked> ${outcomeWords[outcome]} (${count})</label>
`,
)}<output class="faint"></output>
</div>`;
}

function questionHtml(result: EvaluationResult): Html {
  const { question, outcome, note, groups } = result;
  const head = html`<div class="head"><h3>${question}</h3><span class="badge">${outcomeWords[outcome]}</span></div>`;
  const body = html`<dl>
${rowHtml('Expected', paragraphs(expectedInWords(result)))}
${answerHtml(result)}
${note === '' ? noHtml : rowHtml('Note', html`${note}`)}
${groups.length === 0 ? noHtml : rowHtml('Asked as', html`a member of ${groups.join(', ')}`)}
</dl>`;
  return isRight(result)
    ? html`<article class="question ${outcome}" data-outcome="${outcome}">${head}<details><summary>Answer and quotes</summary>${body}</details></article>`
    : html`<article class="question ${outcome}" data-outcome="${outcome}">${head}${body}</article>`;
}

/** The answer, its score, why it is not right, and its quotes. */
export function answerHtml(result: EvaluationResult): Html {
  const { golden_id, answer, citations, time_ms, model_tier, is_degraded } = result;
  const reasons = reasonsInWords(result);
  const how = `tier ${model_tier}${is_degraded ? ', degraded' : ''}, ${writeMs(time_ms)}, ${golden_id}`;
  return html`${rowHtml('Answer', answer === '' ? html`<span class="faint">nothing</span>` : html`${answer}`)}
${result.confidence === null ? noHtml : rowHtml('Score', html`${scoreInWords(result)}`)}
${reasons.length === 0 ? noHtml : rowHtml('Why', paragraphs(reasons))}
${citations.length === 0 ? noHtml : rowHtml('Quotes', html`${citations.map(quoteHtml)}`)}
${rowHtml('How', html`<span class="faint">${how}</span>`)}`;
}

function quoteHtml({
  quote,
  source,
  title,
  is_expected,
  is_stored,
}: EvaluationResult['citations'][number]): Html {
  const marks = [
    ...(is_expected ? ['an expected source'] : []),
    ...(quote !== null && !is_stored ? ['differs from the stored text'] : []),
  ];
  const named = title === '' || title === source ? source : `${title} (${source})`;
  return html`<blockquote>${quote ?? '(not shown)'}<cite>${[named, ...marks].join(', ')}</cite></blockquote>`;
}

function rowHtml(name: string, value: Html): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>`;
}

function paragraphs(sentences: readonly string[]): Html {
  return html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}`;
}
