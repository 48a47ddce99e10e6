import { percent, writeTable } from '../report-figures.ts';
import { type BandFigures, type ConfidenceFigures, confidenceFigures } from './confidence-figures.ts';
import type { ScoredAnswer } from './score-labelled.ts';

export interface FiguresGroup {
  readonly name: string;
  readonly figures: ConfidenceFigures;
}

/** The sets of these kinds differ as much as kinds do. */
const shownByCorpus = new Set(['curated', 'written']);

/** Figures of the report parts: seen kinds first, each in total and by kind; unseen corpora one by one. */
export function figuresByGroup(answers: readonly ScoredAnswer[], riskLevel: number): FiguresGroup[] {
  const reported = answers.filter(({ part }) => part === 'report');
  const groups: FiguresGroup[] = [];
  for (const [name, its] of [
    ['kinds that were fitted on', reported.filter(({ isUnseen }) => !isUnseen)],
    ['corpora never fitted on', reported.filter(({ isUnseen }) => isUnseen)],
  ] as const) {
    groups.push({ name, figures: confidenceFigures(its, riskLevel) });
    for (const [kind, some] of Map.groupBy(its, (one) => one.kind)) {
      groups.push({ name: `  ${kind}`, figures: confidenceFigures(some, riskLevel) });
      const corpora = Map.groupBy(some, (one) => one.corpus);
      if (!shownByCorpus.has(kind) || corpora.size < 2) continue;
      for (const [corpus, own] of corpora)
        groups.push({ name: `    ${corpus}`, figures: confidenceFigures(own, riskLevel) });
    }
  }
  return groups;
}

const shown = (share: number | null) => (share === null ? '–' : percent(share));

export function writeFiguresTable(groups: readonly FiguresGroup[], before: readonly FiguresGroup[]): string {
  const heading = [
    ...['', 'asked', 'answers', 'right', 'ECE', '95 % interval', 'by chance', 'before'],
    ...['Brier', 'before', 'AURC', 'before'],
  ];
  const rows = groups.map(({ name, figures }, at) => {
    const was = before[at]?.figures;
    const { low, high } = figures.errorInterval;
    return [
      ...[name, String(figures.asked), String(figures.answered), percent(figures.rightShare)],
      ...[figures.error.toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`],
      ...[figures.errorOfChance.toFixed(3), was?.error.toFixed(3) ?? '–'],
      ...[figures.brier.toFixed(3), was?.brier.toFixed(3) ?? '–'],
      ...[figures.riskArea.toFixed(3), was?.riskArea.toFixed(3) ?? '–'],
    ];
  });
  return writeTable([heading, ...rows]);
}

export function writeCoverageTable(groups: readonly FiguresGroup[], before: readonly FiguresGroup[]): string {
  const heading = [
    ...['', 'at 80 %: answerable', 'before', 'all', 'before', 'at 95 %: answerable', 'all'],
    ...['in scope answered', 'out of scope refused', 'foreign refused'],
  ];
  const rows = groups.map(({ name, figures }, at) => {
    const was = before[at]?.figures;
    return [
      ...[name, percent(figures.at80.ofAnswerable), shown(was?.at80.ofAnswerable ?? null)],
      ...[percent(figures.at80.ofAll), shown(was?.at80.ofAll ?? null)],
      ...[percent(figures.at95.ofAnswerable), percent(figures.at95.ofAll)],
      ...[percent(figures.inScopeAnswered), shown(figures.refused), shown(figures.foreignRefused)],
    ];
  });
  return writeTable([heading, ...rows]);
}

export function writeBandTable(bands: readonly BandFigures[]): string {
  const rows = bands.map(({ band, answers, meanScore, rightShare, interval }) => [
    ...[band, String(answers), meanScore.toFixed(3), percent(rightShare)],
    `${percent(interval.low)} to ${percent(interval.high)}`,
  ]);
  return writeTable([['', 'answers', 'mean score', 'right', '95 % interval'], ...rows]);
}
