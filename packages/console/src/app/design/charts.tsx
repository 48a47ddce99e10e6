import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Charts of the console: plain SVG, with the same figures in a table or text beside them for people who are read to. */

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** What is around the area that is drawn in. */
const margin = { left: 56, right: 20, top: 10, bottom: 40 };
export const plotOf = ({ width, height }: ChartSize) => ({
  x: (share: number) => margin.left + share * (width - margin.left - margin.right),
  y: (share: number) => height - margin.bottom - share * (height - margin.top - margin.bottom),
});
const steps = [0, 0.25, 0.5, 0.75, 1];
const shareSize = { width: 420, height: 280 };

interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly widthMax?: number;
  readonly children: (frame: ChartSize) => ReactNode;
}

/** As wide as there is room, so that its texts keep their size on every screen. */
export function Chart({ label, height, widthMax = Number.POSITIVE_INFINITY, children }: ChartProps) {
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
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

interface AxesProps {
  readonly frame: ChartSize;
  readonly xTitle: string;
  readonly yTitle: string;
}

function ShareAxes({ frame, xTitle, yTitle }: AxesProps) {
  const { x, y } = plotOf(frame);
  const [left, middle] = [x(0) - 42, y(0.5)];
  return (
    <>
      <text x={left} y={middle} textAnchor="middle" transform={`rotate(-90 ${left} ${middle})`}>
        {yTitle}
      </text>
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
  readonly yTitle: string;
  /** What is shown of a point that is pointed at. */
  readonly describe: (bin: ReliabilityBin) => string;
  readonly bins: readonly ReliabilityBin[];
}

interface ReliabilityBin {
  readonly count: number;
  readonly mean_score: number;
  readonly right_share: number;
  readonly low: number;
  readonly high: number;
}

/** How often answers of a score are right. */
export function ReliabilityChart({ label, xTitle, yTitle, describe, bins }: ReliabilityProps) {
  return (
    <Chart label={label} height={shareSize.height} widthMax={shareSize.width}>
      {(frame) => {
        const { x, y } = plotOf(frame);
        return (
          <>
            <ShareAxes frame={frame} xTitle={xTitle} yTitle={yTitle} />
            <line className="guide" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
            {bins.map((bin) => (
              <g key={bin.mean_score}>
                <title>{describe(bin)}</title>
                <line
                  className="line"
                  x1={x(bin.mean_score)}
                  x2={x(bin.mean_score)}
                  y1={y(bin.low)}
                  y2={y(bin.high)}
                  opacity="0.5"
                />
                <circle className="point" cx={x(bin.mean_score)} cy={y(bin.right_share)} r={5} />
                <text x={x(bin.mean_score) + 8} y={y(bin.right_share) + 14}>
                  {bin.count}
                </text>
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
  readonly yTitle: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** One share against another. */
export function ShareCurve({ label, xTitle, yTitle, points }: CurveProps) {
  return (
    <Chart label={label} height={shareSize.height} widthMax={shareSize.width}>
      {(frame) => {
        const { x, y } = plotOf(frame);
        const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`);
        return (
          <>
            <ShareAxes frame={frame} xTitle={xTitle} yTitle={yTitle} />
            <path className="line" d={path.join('')} />
          </>
        );
      }}
    </Chart>
  );
}
