import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Charts of the console: plain SVG, with the same figures in a table or text beside them for people who are read to. */

interface Frame {
  readonly width: number;
  readonly height: number;
}

const margin = { left: 56, right: 20, top: 10, bottom: 40 };
const plotOf = ({ width, height }: Frame) => ({
  x: (share: number) => margin.left + share * (width - margin.left - margin.right),
  y: (share: number) => height - margin.bottom - share * (height - margin.top - margin.bottom),
});
const steps = [0, 0.25, 0.5, 0.75, 1];
const shareSize = { width: 420, height: 280 };

interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly widthMax?: number;
  readonly children: (frame: Frame) => ReactNode;
}

/** As wide as there is room, so that its texts keep their size on every screen. */
function Chart({ label, height, widthMax = Number.POSITIVE_INFINITY, children }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return;
    const measure = () => setWidth(Math.floor(Math.min(current.clientWidth, widthMax)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [widthMax]);
  return (
    <div ref={place} style={{ minHeight: height }}>
      {width === 0 ? null : (
        <svg className="chart" width={width} height={height} role="img" aria-label={label}>
          {children({ width, height })}
        </svg>
      )}
    </div>
  );
}

/** A round number at or above this one. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

function ShareAxes({ frame, xTitle }: { readonly frame: Frame; readonly xTitle: string }) {
  const { x, y } = plotOf(frame);
  return (
    <>
      {steps.map((share) => (
        <g key={share}>
          <line className="axis" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
          <text x={x(0) - 6} y={y(share) + 4} textAnchor="end">
            {share}
          </text>
          <text x={x(share)} y={y(0) + 16} textAnchor={share === 1 ? 'end' : 'middle'}>
            {share}
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={y(0) + 34} textAnchor="middle">
        {xTitle}
      </text>
    </>
  );
}

interface ReliabilityProps {
  readonly label: string;
  readonly xTitle: string;
  readonly bins: readonly {
    readonly count: number;
    readonly mean_score: number;
    readonly right_share: number;
    readonly low: number;
    readonly high: number;
  }[];
}

/** How often answers of a score are right. */
export function ReliabilityChart({ label, xTitle, bins }: ReliabilityProps) {
  return (
    <Chart label={label} height={shareSize.height} widthMax={shareSize.width}>
      {(frame) => {
        const { x, y } = plotOf(frame);
        return (
          <>
            <ShareAxes frame={frame} xTitle={xTitle} />
            <line className="guide" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
            {bins.map((bin) => (
              <g key={bin.mean_score}>
                <line
                  className="line"
                  x1={x(bin.mean_score)}
                  x2={x(bin.mean_score)}
                  y1={y(bin.low)}
                  y2={y(bin.high)}
                  opacity="0.5"
                />
                <circle className="point" cx={x(bin.mean_score)} cy={y(bin.right_share)} r={5} />
              </g>
            ))}
          </>
        );
      }}
    </Chart>
  );
}

interface CurveProps {
  readonly label: string;
  readonly xTitle: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** One share against another. */
export function ShareCurve({ label, xTitle, points }: CurveProps) {
  return (
    <Chart label={label} height={shareSize.height} widthMax={shareSize.width}>
      {(frame) => {
        const { x, y } = plotOf(frame);
        const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`);
        return (
          <>
            <ShareAxes frame={frame} xTitle={xTitle} />
            <path className="line" d={path.join('')} />
          </>
        );
      }}
    </Chart>
  );
}

interface SeriesProps {
  readonly label: string;
  readonly points: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly second?: number | null;
  }[];
  readonly format: (value: number) => string;
  /** The top of the scale. Default: a round number above the largest value. */
  readonly max?: number;
}

const seriesHeight = 190;
/** The room that a name needs below the axis. */
const nameWidth = 64;
const barWidthMax = 40;

/** Values over time, as bars, with a second value behind each. */
export function SeriesChart({ label, points, format, max }: SeriesProps) {
  const values = points.flatMap(({ value, second }) => [value ?? 0, second ?? 0]);
  const top = max ?? roundUp(Math.max(...values, 1e-9));
  return (
    <Chart label={label} height={seriesHeight}>
      {(frame) => {
        const { x, y } = plotOf(frame);
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
            {points.map(({ name, value, second = null }, index) => {
              const middle = x(0) + (index + 0.5) * width;
              const bar = { middle, width: Math.min(width * 0.7, barWidthMax), bottom: y(0) };
              // The newest is named, and every nth before it.
              const isNamed = (points.length - 1 - index) % everyNth === 0 && middle - nameWidth / 2 > 0;
              return (
                <g key={name}>
                  {second === null ? null : <Bar {...bar} top={y(second / top)} isSoft />}
                  {value === null ? null : <Bar {...bar} top={y(value / top)} />}
                  {isNamed ? (
                    <text x={middle} y={y(0) + 16} textAnchor="middle">
                      {name}
                    </text>
                  ) : null}
                </g>
              );
            })}
          </>
        );
      }}
    </Chart>
  );
}

interface BarProps {
  readonly middle: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly isSoft?: boolean;
}

function Bar({ middle, width, top, bottom, isSoft = false }: BarProps) {
  return (
    <rect
      className={isSoft ? 'bar soft' : 'bar'}
      x={middle - width / 2}
      y={top}
      width={width}
      height={bottom - top}
      rx="2"
    />
  );
}
