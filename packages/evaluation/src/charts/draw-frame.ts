import { shorten } from '@avow/text';
import { type Svg, svgElement, textNode } from './svg-element.ts';

/**
 * The style of charts. Colours are distinguishable with colour blindness, and each series also has its own mark.
 * Every rule names the chart, so that several can stand in one page.
 */
const chartStyle = `
.avow-chart{--paper:#fff;--ink:#1c2430;--faint:#5b6676;--grid:#e3e7ed;--one:#1f5fc4;--two:#c2570c;--three:#0f7b6c;font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.avow-chart{--paper:#14181f;--ink:#e6eaf0;--faint:#9aa5b5;--grid:#2b323d;--one:#7fb0ff;--two:#ffa260;--three:#55cdb9}}
@media print{.avow-chart{--paper:#fff;--ink:#000;--faint:#444;--grid:#ddd;--one:#1f5fc4;--two:#c2570c;--three:#0f7b6c}}
.avow-chart .paper{fill:var(--paper)}
.avow-chart text{fill:var(--ink);font-size:12px}
.avow-chart .heading{font-size:16px;font-weight:600}
.avow-chart .faint{fill:var(--faint)}
.avow-chart .figures{fill:var(--faint)}
.avow-chart .grid{stroke:var(--grid);stroke-width:1}
.avow-chart .axis{stroke:var(--faint);stroke-width:1}
.avow-chart .guide{stroke:var(--faint);stroke-width:1.25;stroke-dasharray:5 4;fill:none}
.avow-chart .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.avow-chart .spread{stroke:currentColor;stroke-width:1.5;opacity:.55}
.avow-chart .area{fill:currentColor;opacity:.13;stroke:none}
.avow-chart .mark{fill:currentColor;stroke:var(--paper);stroke-width:1}
.avow-chart .series-1{color:var(--one)}
.avow-chart .series-2{color:var(--two)}
.avow-chart .series-3{color:var(--three)}
.avow-chart .series-2 .line{stroke-dasharray:7 3}
.avow-chart .series-3 .line{stroke-dasharray:2 3}
`;

/** More could not be distinguished. */
const seriesMax = 3;

const width = 640;
const plot = { left: 68, right: 616, height: 360 };
const legendLine = 20;
/** Of a line of the legend; what is too much is cut from the name. */
const lineCodePointsMax = 88;
const nameCodePointsMin = 12;

interface Axis {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  readonly write: (value: number) => string;
}

interface Frame {
  readonly title: string;
  /** A description for screen readers. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  /** One line a series: its name, and its figures in words. */
  readonly legend: ReadonlyArray<{ readonly name: string; readonly figures: string }>;
}

/** Where a value of both axes is on the paper. What is outside an axis is drawn at its end. */
export type PlaceValue = (x: number, y: number) => { readonly x: number; readonly y: number };

/** Draws a titled chart with axes and a legend around what `draw` puts into it: guides first, then one group a series. */
export function drawFrame(
  frame: Frame,
  draw: (place: PlaceValue) => {
    readonly guides: readonly Svg[];
    readonly series: ReadonlyArray<readonly Svg[]>;
  },
): string {
  if (frame.legend.length > seriesMax) throw new RangeError(`A chart shows at most ${seriesMax} series.`);
  const top = 52 + legendLine * frame.legend.length;
  const bottom = top + plot.height;
  const height = bottom + 56;
  const place: PlaceValue = (x, y) => ({
    x: plot.left + shareOf(frame.x, x) * (plot.right - plot.left),
    y: bottom - shareOf(frame.y, y) * plot.height,
  });
  const { guides, series } = draw(place);
  return svgElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      class: 'avow-chart',
      role: 'img',
      'aria-label': frame.title,
    },
    svgElement('title', {}, textNode(frame.title)),
    svgElement('desc', {}, textNode(frame.description)),
    // The style has no sign that would have to be escaped but a quote, which a text may hold.
    { svg: `<style>${chartStyle}</style>` },
    svgElement('rect', { class: 'paper', width, height, rx: 8 }),
    svgElement('text', { class: 'heading', x: 24, y: 32 }, textNode(shorten(frame.title, 70))),
    ...frame.legend.map((line, index) => drawLegendLine(line, index)),
    ...drawAxes(frame, { place, bottom, top }),
    svgElement('g', {}, ...guides),
    ...series.map((parts, index) => svgElement('g', { class: `series-${index + 1}` }, ...parts)),
  ).svg;
}

function shareOf({ low, high }: Axis, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

function drawLegendLine({ name, figures }: Frame['legend'][number], index: number): Svg {
  const y = 56 + legendLine * index;
  return svgElement(
    'g',
    { class: `series-${index + 1}` },
    svgElement('line', { class: 'line', x1: 24, x2: 52, y1: y - 4, y2: y - 4 }),
    drawMark(index, { x: 38, y: y - 4 }),
    svgElement(
      'text',
      { x: 60, y },
      textNode(shorten(name, Math.max(nameCodePointsMin, lineCodePointsMax - figures.length))),
      svgElement('tspan', { class: 'figures', dx: 8 }, textNode(figures)),
    ),
  );
}

/** Each series has a shape of its own: colour alone does not tell everybody. */
export function drawMark(index: number, at: { readonly x: number; readonly y: number }, tip?: string): Svg {
  const says = tip === undefined ? [] : [svgElement('title', {}, textNode(tip))];
  const { x, y } = at;
  switch (index) {
    case 0:
      return svgElement('circle', { class: 'mark', cx: x, cy: y, r: 5 }, ...says);
    case 1:
      return svgElement('rect', { class: 'mark', x: x - 4.5, y: y - 4.5, width: 9, height: 9 }, ...says);
    default:
      return svgElement(
        'polygon',
        { class: 'mark', points: `${x},${y - 6} ${x + 6},${y} ${x},${y + 6} ${x - 6},${y}` },
        ...says,
      );
  }
}

function drawAxes(
  { x, y }: Frame,
  { place, bottom, top }: { readonly place: PlaceValue; readonly bottom: number; readonly top: number },
): Svg[] {
  const middle = (top + bottom) / 2;
  return [
    ...x.ticks.flatMap((tick) => {
      const at = place(tick, y.low).x;
      return [
        svgElement('line', { class: 'grid', x1: at, x2: at, y1: top, y2: bottom }),
        svgElement(
          'text',
          { class: 'faint', x: at, y: bottom + 18, 'text-anchor': 'middle' },
          textNode(x.write(tick)),
        ),
      ];
    }),
    ...y.ticks.flatMap((tick) => {
      const at = place(x.low, tick).y;
      return [
        svgElement('line', { class: 'grid', x1: plot.left, x2: plot.right, y1: at, y2: at }),
        svgElement(
          'text',
          { class: 'faint', x: plot.left - 8, y: at + 4, 'text-anchor': 'end' },
          textNode(y.write(tick)),
        ),
      ];
    }),
    svgElement('line', { class: 'axis', x1: plot.left, x2: plot.right, y1: bottom, y2: bottom }),
    svgElement('line', { class: 'axis', x1: plot.left, x2: plot.left, y1: top, y2: bottom }),
    svgElement(
      'text',
      { x: (plot.left + plot.right) / 2, y: bottom + 42, 'text-anchor': 'middle' },
      textNode(x.label),
    ),
    svgElement(
      'text',
      { transform: `translate(18 ${middle}) rotate(-90)`, 'text-anchor': 'middle' },
      textNode(y.label),
    ),
  ];
}
