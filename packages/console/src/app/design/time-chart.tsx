import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { chartTexts } from '../texts/charts.ts';
import { texts } from '../texts.ts';
import { Chart, type ChartSize, plotOf, roundUp } from './charts.tsx';
import { TableFrame } from './table-frame.tsx';

type SeriesTone = 'accent' | 'good' | 'warn' | 'bad' | 'quiet';

interface TimePoint {
  readonly id: string;
  readonly name: string;
  /** One for each series; null: there is none. */
  readonly values: readonly (number | null)[];
  /** What else is to be known of it, such as how many a share was counted in. */
  readonly note?: string;
  /** Leads to what is behind it, from its bar and from the table. */
  readonly link?: LinkProps | undefined;
  /** Each leads to what is behind one of the values, from the table. */
  readonly links?: readonly (LinkProps | undefined)[];
}

interface Props {
  readonly title: string;
  /** What the axis counts. */
  readonly unit: string;
  readonly series: readonly { readonly name: string; readonly tone: SeriesTone }[];
  readonly points: readonly TimePoint[];
  readonly format: (value: number) => string;
  /** Said while nothing is pointed at. */
  readonly summary: string;
  /** `behind`: each series stands behind the one before it, and is not added to it. */
  readonly arrangement?: 'stacked' | 'behind';
  /** The top of the scale. Default: a round number above the largest value. */
  readonly max?: number;
  readonly level?: 2 | 3;
}

const height = 190;

/** Values over time, as bars: with a title, a unit, a legend, what is pointed at in words, and the same as a table. */
export function TimeChart(props: Props) {
  const { title, unit, series, points, format, summary, level = 3 } = props;
  const [pointed, setPointed] = useState<string | null>(null);
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const shown = points.find((point) => point.id === pointed);
  return (
    <figure className="time-chart" aria-labelledby={id}>
      <figcaption className="stack tight">
        <Heading id={id}>{title}</Heading>
        <div className="row wrap small quiet">
          <span>{unit}</span>
          {series.length < 2
            ? null
            : series.map(({ name, tone }) => (
                <span key={name} className="legend">
                  <span className={`swatch ${tone}`} aria-hidden="true" />
                  {name}
                </span>
              ))}
        </div>
      </figcaption>
      <Chart label={`${title}. ${summary}`} height={height}>
        {(frame) => <Bars {...props} frame={frame} pointed={pointed} onPoint={setPointed} />}
      </Chart>
      <p className="readout small">{shown === undefined ? summary : describePoint(shown, series, format)}</p>
      <details className="small">
        <summary>{chartTexts.asTable}</summary>
        <TableFrame>
          <FigureTable {...props} />
        </TableFrame>
      </details>
    </figure>
  );
}

function describePoint(
  { name, values, note }: TimePoint,
  series: Props['series'],
  format: Props['format'],
): string {
  const parts = series.map((each, index) => {
    const value = values[index] ?? null;
    return `${each.name} ${value === null ? texts.none : format(value)}`;
  });
  return `${name}: ${parts.join(', ')}${note === undefined ? '' : ` (${note})`}`;
}

/** The room that a name needs below the axis. */
const nameWidth = 64;
const barWidthMax = 40;

interface BarsProps extends Props {
  readonly frame: ChartSize;
  readonly pointed: string | null;
  readonly onPoint: (id: string | null) => void;
}

function Bars({ points, series, format, max, arrangement, frame, pointed, onPoint }: BarsProps) {
  const navigate = useNavigate();
  const { x, y } = plotOf(frame);
  const isStacked = arrangement !== 'behind';
  const heightOf = ({ values }: TimePoint) =>
    isStacked
      ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
      : Math.max(0, ...values.map((value) => value ?? 0));
  const top = max ?? roundUp(Math.max(...points.map(heightOf), 1e-9));
  const width = (x(1) - x(0)) / Math.max(points.length, 1);
  const everyNth = Math.max(1, Math.ceil(nameWidth / width));
  return (
    <>
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line className="axis" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
          <text x={x(0) - 6} y={y(share) + 4} textAnchor="end">
            {format(share * top)}
          </text>
        </g>
      ))}
      {points.map((point, index) => {
        const middle = x(0) + (index + 0.5) * width;
        // The newest is named, and every nth before it.
        const isNamed = (points.length - 1 - index) % everyNth === 0 && middle - nameWidth / 2 > 0;
        const bar = {
          left: middle - Math.min(width * 0.7, barWidthMax) / 2,
          width: Math.min(width * 0.7, barWidthMax),
        };
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same figures and links.
          <g
            key={point.id}
            className={point.link === undefined ? 'point-group' : 'point-group linked'}
            onPointerEnter={() => onPoint(point.id)}
            onPointerLeave={() => onPoint(null)}
            onClick={() => (point.link === undefined ? undefined : void navigate(point.link))}
          >
            <rect
              className={point.id === pointed ? 'column pointed' : 'column'}
              {...{ x: middle - width / 2, y: y(1), width, height: y(0) - y(1) }}
            />
            {stackOf(point, { isStacked, top }).map(({ place, from, until }) => (
              <rect
                key={place}
                className={`bar ${series[place]?.tone ?? 'accent'}`}
                {...{ x: bar.left, y: y(until), width: bar.width, height: y(from) - y(until) }}
              />
            ))}
            {isNamed ? (
              <text x={middle} y={y(0) + 16} textAnchor="middle">
                {point.name}
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

/** Where each value is drawn, as shares of the scale; what stands behind another is drawn first. */
function stackOf(
  { values }: TimePoint,
  { isStacked, top }: { readonly isStacked: boolean; readonly top: number },
): { readonly place: number; readonly from: number; readonly until: number }[] {
  let sum = 0;
  const drawn = values.map((value, place) => {
    const from = isStacked ? sum : 0;
    const until = from + (value ?? 0) / top;
    sum = until;
    return { place, from, until };
  });
  return (isStacked ? drawn : drawn.reverse()).filter(({ from, until }) => until > from);
}

function FigureTable({ title, series, points, format }: Props) {
  const hasNotes = points.some(({ note }) => note !== undefined);
  return (
    <table className="table">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{chartTexts.when}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="end">
              {name}
            </th>
          ))}
          {hasNotes ? <th scope="col">{chartTexts.note}</th> : null}
        </tr>
      </thead>
      <tbody>
        {points.map(({ id, name, values, note, link, links = [] }) => (
          <tr key={id}>
            <td>{link === undefined ? name : <Link {...link}>{name}</Link>}</td>
            {values.map((value, index) => (
              <td key={series[index]?.name} className="end nums">
                <Value value={value} format={format} link={links[index]} />
              </td>
            ))}
            {hasNotes ? <td>{note}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps extends Pick<Props, 'format'> {
  readonly value: number | null;
  readonly link: LinkProps | undefined;
}

/** Nothing is behind a zero. */
function Value({ value, format, link }: ValueProps) {
  if (value === null) return texts.none;
  return link === undefined || value === 0 ? format(value) : <Link {...link}>{format(value)}</Link>;
}
