/** Charts of the console: plain SVG, with the same figures in a table or text beside them for people who are read to. */

interface Frame {
  readonly width: number;
  readonly height: number;
}

const margin = { left: 46, right: 10, top: 10, bottom: 40 };
const plotOf = ({ width, height }: Frame) => ({
  x: (share: number) => margin.left + share * (width - margin.left - margin.right),
  y: (share: number) => height - margin.bottom - share * (height - margin.top - margin.bottom),
});
const steps = [0, 0.25, 0.5, 0.75, 1];

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
  const frame = { width: 420, height: 280 };
  const { x, y } = plotOf(frame);
  return (
    <svg
      className="chart"
      style={{ maxWidth: frame.width }}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
    >
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
    </svg>
  );
}

interface CurveProps {
  readonly label: string;
  readonly xTitle: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** One share against another. */
export function ShareCurve({ label, xTitle, points }: CurveProps) {
  const frame = { width: 420, height: 280 };
  const { x, y } = plotOf(frame);
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('');
  return (
    <svg
      className="chart"
      style={{ maxWidth: frame.width }}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
    >
      <ShareAxes frame={frame} xTitle={xTitle} />
      <path className="line" d={path} />
    </svg>
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
  /** The top of the scale. Default: the largest value. */
  readonly max?: number;
}

/** Values over time, as bars, with a second value as a mark on each. */
export function SeriesChart({ label, points, format, max }: SeriesProps) {
  const frame = { width: 1080, height: 190 };
  const { x, y } = plotOf(frame);
  const top = max ?? Math.max(...points.flatMap(({ value, second }) => [value ?? 0, second ?? 0]), 1e-9);
  const width = (x(1) - x(0)) / Math.max(points.length, 1);
  const everyNth = Math.max(1, Math.ceil(points.length / 8));
  return (
    <svg
      className="chart"
      style={{ maxWidth: frame.width }}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line className="axis" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
          <text x={x(0) - 6} y={y(share) + 4} textAnchor="end">
            {format(share * top)}
          </text>
        </g>
      ))}
      {points.map(({ name, value, second }, index) => {
        const left = x(0) + index * width;
        return (
          <g key={name}>
            {second == null ? null : (
              <rect
                className="bar soft"
                x={left + width * 0.15}
                y={y(second / top)}
                width={width * 0.7}
                height={y(0) - y(second / top)}
                rx="2"
                opacity="0.45"
              />
            )}
            {value === null ? null : (
              <rect
                className="bar"
                x={left + width * 0.15}
                y={y(value / top)}
                width={width * 0.7}
                height={y(0) - y(value / top)}
                rx="2"
              />
            )}
            {index % everyNth === 0 ? (
              <text x={left + width / 2} y={y(0) + 16} textAnchor="middle">
                {name}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}
