import { drawReliability, type Html, html, noHtml, pageStyle, trustMarkup } from '@avow/evaluation/report';
import { writePercent } from '@avow/foundation/statistics';
import type { Figure, FigureTable } from '../figures/figure-book.ts';
import type { Reliability } from '../figures/measure-confidence.ts';
import {
  type AssessedControl,
  type AssessedFramework,
  controlStates,
} from '../frameworks/assess-framework.ts';
import type { PackFacts } from '../wire.ts';
import { documentStyle } from './document-style.ts';

export interface EvidenceDocument {
  readonly pack: PackFacts;
  readonly figures: readonly Figure[];
  readonly tables: readonly FigureTable[];
  readonly reliability: Reliability;
  readonly frameworks: readonly AssessedFramework[];
}

/** Sections of figures, by how their keys begin. */
const sections: ReadonlyArray<{
  readonly title: string;
  readonly figures: readonly string[];
  readonly tables: readonly string[];
}> = [
  {
    title: 'Messages and incidents',
    figures: ['messages.', 'answers.'],
    tables: ['messages_by_day', 'messages_by_channel'],
  },
  { title: 'Outages', figures: ['outages.'], tables: ['outages'] },
  { title: 'Guardrails', figures: ['guardrails.', 'policy.'], tables: ['guardrails'] },
  { title: 'Confidence', figures: ['confidence.'], tables: ['reliability'] },
  { title: 'People who decide', figures: ['review.', 'feedback.'], tables: [] },
  { title: 'Publications and evaluations', figures: ['publications.'], tables: ['publications'] },
  { title: 'Retention, erasure and holds', figures: ['retention.', 'erasure.', 'holds.'], tables: [] },
  {
    title: 'Access to records',
    figures: ['access.'],
    tables: ['access_by_actor', 'access_by_kind', 'access_by_purpose'],
  },
  { title: 'Changes', figures: ['changes.'], tables: ['changes'] },
  { title: 'The log and its proofs', figures: ['log.'], tables: ['proved_by'] },
  { title: 'The mark of automatic answers', figures: ['mark.'], tables: [] },
];

/** One document to read and to print. It has no script and loads nothing. */
export function writeDocument(given: EvidenceDocument): string {
  const { pack, frameworks } = given;
  const title = `Evidence of ${pack.tenantName}, ${dayOf(pack.from)} to ${lastDayOf(pack.until)}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trustMarkup(pageStyle)}${trustMarkup(documentStyle)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${headHtml(pack)}
${contentsHtml(frameworks)}
${frameworks.map(frameworkHtml)}
${sections.map((section) => sectionHtml(section, given))}
</main>
</body>
</html>
`.html;
}

const dayOf = (time: string) => time.slice(0, 'yyyy-mm-dd'.length);
/** The end of a period is the first moment after it. */
const lastDayOf = (until: string) => dayOf(new Date(Date.parse(until) - 1).toISOString());
const idOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function headHtml(pack: PackFacts): Html {
  const verified = pack.isVerified
    ? html`<p>All records, entries and signatures of the log verified when this was written.</p>`
    : html`<p class="notice">${pack.fault === null ? 'The log was not verified for this pack.' : `The log does not verify: ${pack.fault}`}</p>`;
  const bundle =
    pack.records === null
      ? 'The pack has no records.'
      : `The pack has ${pack.records} records with their proofs in records.jsonl.`;
  return html`<p class="faint">Tenant ${pack.tenantId}. Questions asked and entries made from ${pack.from} until before ${pack.until}. Written at ${pack.madeAt} by Avow ${pack.version}.</p>
${verified}
<p>${bundle} Check the folder with <code>avow evidence check FOLDER --key KEY</code>: it needs no service and no network.</p>
<p class="notice">These are figures and settings of one installation. They do not say that a law or a standard is satisfied, and they are not legal advice: what a framework asks is said in our own words, and what an organisation has to do beside the product is said with each control.</p>`;
}

function contentsHtml(frameworks: readonly AssessedFramework[]): Html {
  const titles = [...frameworks.map(({ name }) => name), ...sections.map(({ title }) => title)];
  return html`<nav aria-label="Contents"><ul class="contents">${titles.map(
    (title) => html`<li><a href="#${idOf(title)}">${title}</a></li>`,
  )}</ul></nav>`;
}

function frameworkHtml({ name, source, note, controls }: AssessedFramework): Html {
  const counts = Object.entries(controlStates).map(([state, said]) => {
    const count = controls.filter((one) => one.state === state).length;
    return html`<div class="card ${state}"><div class="number">${count}</div><div class="name">${said}</div></div>`;
  });
  return html`<section aria-labelledby="${idOf(name)}">
<h2 id="${idOf(name)}">${name}</h2>
<p class="faint">${source}</p>
<p>${note}</p>
<div class="cards">${counts}</div>
${controls.map(controlHtml)}
</section>`;
}

function controlHtml(control: AssessedControl): Html {
  const { id, asks, feature, guide, figures, state, missing, remains } = control;
  const shown = figures.map(({ title, ...figure }) => html`<li>${title}: ${writeValue(figure)}</li>`);
  return html`<article class="control ${state}">
<h3>${id} <span class="badge">${controlStates[state]}</span></h3>
<dl>
<dt>Asks</dt><dd>${asks}</dd>
<dt>Contribution</dt><dd>${feature} <span class="faint">(${guide})</span></dd>
${shown.length === 0 ? noHtml : html`<dt>Shown by</dt><dd><ul class="plain">${shown}</ul></dd>`}
${missing.length === 0 ? noHtml : html`<dt>Missing</dt><dd><ul class="plain">${missing.map((one) => html`<li>${one}</li>`)}</ul></dd>`}
<dt>Remains</dt><dd>${remains}</dd>
</dl>
</article>`;
}

function sectionHtml(section: (typeof sections)[number], given: EvidenceDocument): Html {
  const figures = given.figures.filter(({ key }) => section.figures.some((start) => key.startsWith(start)));
  const tables = given.tables.filter(({ key }) => section.tables.includes(key));
  const chart = section.title === 'Confidence' ? chartHtml(given.reliability) : noHtml;
  return html`<section aria-labelledby="${idOf(section.title)}">
<h2 id="${idOf(section.title)}">${section.title}</h2>
${chart}
${figuresHtml(section.title, figures)}
${tables.map(tableHtml)}
</section>`;
}

function chartHtml({ error, bins }: Reliability): Html {
  if (bins.length === 0)
    return html`<p>No answer of the period was judged, so that scores cannot be compared with what was right.</p>`;
  const title = 'Scores against the share of answers that was right';
  const svg = drawReliability({ title, series: [{ name: 'Judged answers', bins, error }] });
  return html`<div class="charts">${trustMarkup(svg)}</div>`;
}

function figuresHtml(title: string, figures: readonly Figure[]): Html {
  return html`<div class="table" role="region" aria-label="${title}: figures" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th><th scope="col" class="number">Value</th><th scope="col">Definition</th></tr></thead>
<tbody>${figures.map(
    (figure) =>
      html`<tr><th scope="row">${figure.title}</th><td class="number">${writeValue(figure)}</td><td class="faint">${figure.definition}</td></tr>`,
  )}</tbody></table></div>`;
}

function tableHtml({ title, definition, columns, rows, omitted }: FigureTable): Html {
  if (rows.length === 0)
    return html`<h3 class="changed">${title}</h3><p class="faint">None in the period.</p>`;
  const [first = []] = rows;
  const look = (at: number) => (typeof first[at] === 'number' ? trustMarkup(' class="number"') : noHtml);
  const cells = (row: readonly (string | number)[]) =>
    row.map((cell, at) => html`<td${look(at)}>${cell}</td>`);
  const more = omitted === 0 ? noHtml : html`<p class="faint">${omitted} more rows are not shown.</p>`;
  return html`<h3 class="changed">${title}</h3>
<p class="faint">${definition}</p>
<div class="table" role="region" aria-label="${title}: table" tabindex="0"><table>
<thead><tr>${columns.map((column, at) => html`<th scope="col"${look(at)}>${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>${more}`;
}

const units = { count: '', score: '', days: ' days', share: '', ms: '', yes_no: '' };

/** A figure as a person reads it: a share with what it is of, and its interval. */
function writeValue(figure: Omit<Figure, 'title'>): string {
  const { value, unit, hits, total, low, high } = figure;
  if (value === null) return unit === 'days' ? 'no end' : 'unknown';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (unit === 'share') {
    const range =
      low === null || high === null ? '' : `, 95 %: ${writePercent(low)} to ${writePercent(high)}`;
    return `${writePercent(value)} (${hits} of ${total}${range})`;
  }
  if (unit === 'ms') return writeDuration(value);
  return `${unit === 'score' ? value.toFixed(3) : value}${units[unit]}`;
}

const minuteMs = 60_000;

function writeDuration(ms: number): string {
  if (ms < minuteMs) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60 * minuteMs) return `${(ms / minuteMs).toFixed(1)} min`;
  return `${(ms / (60 * minuteMs)).toFixed(1)} h`;
}
