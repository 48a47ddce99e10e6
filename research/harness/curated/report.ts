import type { Half } from '../half-of.ts';
import type { CuratedMatcher } from './curated-matcher.ts';
import {
  balancedLine,
  type Decided,
  figuresAt,
  lineForPrecision,
  type MatchFigures,
} from './measure-matching.ts';
import { wrongKind } from './wrong-kind.ts';

const precisionWanted = 0.99;
/** Banks with several phrasings per pair, where the goal is to recognise out-of-scope questions. */
const scopeSets: readonly string[] = ['clinc150', 'banking77'];
const curvePoints = 12;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);
const row = (name: string, figures: MatchFigures) =>
  `    ${name.padEnd(24)} ${figures.certaintyMin.toFixed(3).padStart(6)}  precision ${percent(figures.precision)} (${figures.wrong} wrong)  recall ${percent(figures.recall)}  answered ${percent(figures.answered)}  refused ${percent(figures.refused)}`;

/** The results of one matcher: thresholds are chosen on the tuning half, figures are for the other half. */
export function writeMatchReport(
  matcher: CuratedMatcher,
  sets: ReadonlyMap<string, readonly Decided[]>,
  wrongShown: number,
): string {
  const parts = [`\n${matcher.name}`];
  for (const [name, all] of sets) {
    const tune = inHalf(all, 'tune');
    const report = inHalf(all, 'report');
    const line = lineForPrecision(tune, precisionWanted);
    const balanced = balancedLine(tune);
    const chosen = matcher.certaintyMin ?? line ?? Number.POSITIVE_INFINITY;
    parts.push(`  ${name}, ${report.length} asked`);
    if (matcher.certaintyMin !== null)
      parts.push(row("at the product's line", figuresAt(report, matcher.certaintyMin)));
    if (line !== null) parts.push(row(`tuned for ${precisionWanted}`, figuresAt(report, line)));
    if (balanced !== null && scopeSets.includes(name))
      parts.push(row('tuned for scope', figuresAt(report, balanced)));
    parts.push(...byKind(report, chosen), ...wrongOnes(report, chosen, wrongShown));
    parts.push(`    curve: ${curveOf(report)}`);
  }
  return parts.join('\n');
}

function inHalf(decided: readonly Decided[], half: Half): Decided[] {
  return decided.filter(({ asked }) => asked.half === half);
}

function byKind(decided: readonly Decided[], line: number): string[] {
  const kinds = [...new Set(decided.map(({ asked }) => asked.kind))];
  return kinds.map((kind) => {
    const its = decided.filter(({ asked }) => asked.kind === kind);
    const figures = figuresAt(its, line);
    const isForeign = its.every(({ asked }) => asked.rightId === null);
    const summary = isForeign ? `refused ${percent(figures.refused)}` : `right ${percent(figures.recall)}`;
    return `      ${kind.padEnd(22)} ${summary} of ${its.length}${isForeign ? '' : `, ${figures.wrong} wrong`}`;
  });
}

function wrongOnes(decided: readonly Decided[], line: number, shown: number): string[] {
  const wrong = decided.flatMap(({ asked, decision }) =>
    decision === null || decision.certainty < line || decision.pairId === asked.rightId
      ? []
      : [{ asked: asked.text, taken: decision.text, kind: wrongKind(asked.text, decision.text) }],
  );
  if (wrong.length === 0) return [];
  const counts = Map.groupBy(wrong, ({ kind }) => kind);
  const summary = [...counts].map(([kind, its]) => `${kind} ${its.length}`).join(', ');
  return [
    `      wrong, by what differs: ${summary}`,
    ...wrong.slice(0, shown).map(({ asked, taken, kind }) => `        ${kind}: ${asked} ← ${taken}`),
  ];
}

/** Certainty with precision, recall and rejections, at thresholds that drop about equally many matches each. */
function curveOf(decided: readonly Decided[]): string {
  const certainties = decided
    .flatMap(({ decision }) => (decision === null || decision.certainty <= 0 ? [] : [decision.certainty]))
    .sort((one, other) => one - other);
  const lines = Array.from(
    { length: curvePoints },
    (_, at) => certainties[Math.floor((at * certainties.length) / curvePoints)],
  );
  return [...new Set(lines.filter((line) => line !== undefined))]
    .map((line) => {
      const { precision, recall, refused } = figuresAt(decided, line);
      return `${line.toFixed(2)}: ${[precision, recall, refused].map((share) => share.toFixed(2)).join('/')}`;
    })
    .join('  ');
}
