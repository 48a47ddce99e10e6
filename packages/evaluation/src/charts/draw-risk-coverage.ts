import type { RiskCoveragePoint } from '@avow/foundation';
import { coverageAt, wilsonInterval, writePercent } from '@avow/foundation';
import { drawFrame, drawMark, type PlaceValue } from './draw-frame.ts';
import { type Svg, svgElement, textNode } from './svg-element.ts';

type CurvePoint = Pick<RiskCoveragePoint, 'coverage' | 'rightShare'>;

export interface RiskCoverageSeries {
  readonly name: string;
  /** Coverage grows. */
  readonly points: readonly CurvePoint[];
  /** Questions, answered or not. */
  readonly total: number;
}

/** Goals that people set: so many of the answers right. */
const goals = [0.8, 0.95];

/** More points do not make the chart any sharper. */
const pointsDrawnMax = 300;

/** The first few answers say little: one that is wrong among them does not set the scale. */
const settledFrom = 0.05;

/**
 * A picture of what holding back buys: the share of questions that is answered, from the highest scores down, against the
 * share of those answers that is right. One to three series, as a text of SVG that needs nothing else.
 */
export function drawRiskCoverage({
  title,
  series,
}: {
  readonly title: string;
  readonly series: readonly RiskCoverageSeries[];
}): string {
  const low = lowestDrawn(series);
  const steps = low === 0 ? 5 : low === 0.5 ? 5 : 3;
  const frame = {
    title,
    description: describe(series),
    x: {
      label: 'Share of questions that is answered, highest scores first',
      ...{ low: 0, high: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], write: writePercent },
    },
    y: {
      label: 'Share of those answers that is right',
      ...{ low, high: 1, write: writePercent },
      ticks: Array.from({ length: steps + 1 }, (_, step) => low + ((1 - low) * step) / steps),
    },
    legend: series.map((one) => ({ name: one.name, figures: figuresOf(one) })),
  };
  return drawFrame(frame, (place) => ({
    guides: drawGoals(place, low),
    series: series.map((one, index) => drawSeries(one, { index, place })),
  }));
}

/** A half, a quarter or nothing: so much of the scale is left out as no line needs. */
function lowestDrawn(series: readonly RiskCoverageSeries[]): number {
  const settled = series.flatMap(({ points }) => points.filter(({ coverage }) => coverage >= settledFrom));
  const lowest = Math.min(1, ...settled.map(({ rightShare }) => rightShare));
  return [0.5, 0.25].find((candidate) => lowest >= candidate + 0.02) ?? 0;
}

function figuresOf({ points, total }: RiskCoverageSeries): string {
  const last = points.at(-1);
  if (last === undefined) return `none of ${total} questions answered`;
  const [eighty, ninetyFive] = goals.map((goal) => writePercent(coverageAt({ points }, goal)));
  return `answers ${eighty} at 80 % right, ${ninetyFive} at 95 %; in all ${writePercent(last.coverage)} of ${total}`;
}

function describe(series: readonly RiskCoverageSeries[]): string {
  const each = series.map((one) => `${one.name}: ${figuresOf(one)}`).join('. ');
  return `The share of questions that is answered against the share of the answers that is right, with 95 % intervals. ${each}.`;
}

function drawGoals(place: PlaceValue, low: number): Svg[] {
  return goals
    .filter((goal) => goal > low)
    .flatMap((goal) => {
      const start = place(0, goal);
      const end = place(1, goal);
      return [
        svgElement('line', { class: 'guide', x1: start.x, x2: end.x, y1: start.y, y2: end.y }),
        svgElement(
          'text',
          { class: 'faint', x: end.x - 6, y: end.y - 5, 'text-anchor': 'end' },
          textNode(`${writePercent(goal)} right`),
        ),
      ];
    });
}

function drawSeries(
  { points, total }: RiskCoverageSeries,
  { index, place }: { readonly index: number; readonly place: PlaceValue },
): Svg[] {
  const drawn = thin(points);
  const last = drawn.at(-1);
  if (last === undefined) return [];
  const ranges = drawn.map(({ coverage, rightShare }) => {
    const answered = coverage * total;
    return { coverage, ...wilsonInterval({ hits: rightShare * answered, total: answered }) };
  });
  const upper = ranges.map(({ coverage, high }) => write(place(coverage, high)));
  const lower = ranges.map(({ coverage, low }) => write(place(coverage, low))).reverse();
  return [
    svgElement('polygon', { class: 'area', points: [...upper, ...lower].join(' ') }),
    svgElement('polyline', {
      class: 'line',
      points: drawn.map(({ coverage, rightShare }) => write(place(coverage, rightShare))).join(' '),
    }),
    drawMark(
      index,
      place(last.coverage, last.rightShare),
      `All that was answered, ${writePercent(last.coverage)}: ${writePercent(last.rightShare)} right`,
    ),
  ];
}

/** Some of them, evenly, the first and the last included. */
function thin(points: readonly CurvePoint[]): readonly CurvePoint[] {
  if (points.length <= pointsDrawnMax) return points;
  const step = (points.length - 1) / (pointsDrawnMax - 1);
  return Array.from({ length: pointsDrawnMax }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

function write({ x, y }: { readonly x: number; readonly y: number }): string {
  return `${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`;
}
