import { type CalibrationBin, type ShareInterval, writePercent } from '@avow/foundation/statistics';
import { drawFrame, drawMark, type PlacePoint } from './draw-frame.ts';
import { type Svg, svgElement, textNode } from './svg-element.ts';

export interface ReliabilitySeries {
  readonly name: string;
  /** By score, lowest first. */
  readonly bins: readonly CalibrationBin[];
  /** The expected calibration error, with its interval where one is known. */
  readonly error: number;
  readonly errorInterval?: ShareInterval;
}

/**
 * A picture of what scores were worth: for answers with scores near each other, how many of them were right. Points on the
 * diagonal mean what they say. One to three series, as a text of SVG that needs nothing else.
 */
export function drawReliability({
  title,
  series,
}: {
  readonly title: string;
  readonly series: readonly ReliabilitySeries[];
}): string {
  const frame = {
    title,
    description: describe(series),
    x: { label: 'Score that was given', write: String },
    y: { label: 'Share of those answers that was right', write: writePercent },
    legend: series.map((one) => ({ name: one.name, figures: figuresOf(one) })),
  };
  return drawFrame(frame, (place) => ({
    guides: drawDiagonal(place),
    series: series.map((one, index) => drawSeries(one, { index, place })),
  }));
}

function figuresOf(series: ReliabilitySeries): string {
  const { bins, error, errorInterval } = series;
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 'no answers';
  const range =
    errorInterval === undefined ? '' : ` (${errorInterval.low.toFixed(3)}–${errorInterval.high.toFixed(3)})`;
  return `${total} answers; calibration error ${error.toFixed(3)}${range}`;
}

function describeBin({ count, meanScore, rightShare, low, high }: CalibrationBin): string {
  return `${count} answers, mean score ${meanScore.toFixed(2)}: ${writePercent(rightShare)} right (${writePercent(low)} to ${writePercent(high)})`;
}

function describe(series: readonly ReliabilitySeries[]): string {
  const each = series.map((one) =>
    [`${one.name}: ${figuresOf(one)}`, ...one.bins.map(describeBin)].join('. '),
  );
  return `Scores against the share of answers that was right; bars are 95 % intervals. ${each.join('. ')}.`;
}

function drawDiagonal(place: PlacePoint): Svg[] {
  const start = place(0, 0);
  const end = place(1, 1);
  const modest = place(0.03, 0.95);
  const sure = place(0.97, 0.04);
  return [
    svgElement('line', { class: 'guide', x1: start.x, y1: start.y, x2: end.x, y2: end.y }),
    svgElement(
      'text',
      { class: 'faint', ...modest },
      textNode('above the line: right more often than the score says'),
    ),
    svgElement(
      'text',
      { class: 'faint', ...sure, 'text-anchor': 'end' },
      textNode('below the line: right less often'),
    ),
  ];
}

function drawSeries(
  { bins }: ReliabilitySeries,
  { index, place }: { readonly index: number; readonly place: PlacePoint },
): Svg[] {
  const points = bins.map(({ meanScore, rightShare }) => place(meanScore, rightShare));
  return [
    svgElement('polyline', {
      class: 'line',
      points: points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' '),
    }),
    ...bins.map(({ meanScore, low, high }) => drawSpread(place(meanScore, low), place(meanScore, high))),
    ...bins.map((bin) => drawMark(index, place(bin.meanScore, bin.rightShare), describeBin(bin))),
  ];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function drawSpread(low: Point, high: Point): Svg {
  const cap = (y: number) => `M${round(low.x - 4)} ${round(y)}H${round(low.x + 4)}`;
  return svgElement('path', {
    class: 'spread',
    d: `M${round(low.x)} ${round(low.y)}V${round(high.y)}${cap(low.y)}${cap(high.y)}`,
  });
}

const round = (value: number) => Math.round(value * 100) / 100;
