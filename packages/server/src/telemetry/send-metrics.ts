import type { Attributes, HrTime } from '@opentelemetry/api';
import { ValueType } from '@opentelemetry/api';
import type { DataPoint, Histogram, MetricData } from '@opentelemetry/sdk-metrics';
import type { Metrics } from './metrics.ts';
import { exportTimeoutMs, shutDown } from './shut-down.ts';

type Metric = Awaited<ReturnType<Metrics['list']>>[number];

const everyMs = 30_000;

/** Sends what `/metrics` serves to the endpoint given, every half minute and at the end. Without an endpoint nothing is loaded. */
export async function startSendingMetrics(
  endpoint: string | null,
  metrics: Pick<Metrics, 'list'>,
): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => undefined;
  const [sdk, { OTLPMetricExporter }, { serviceResource }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('./service-resource.ts'),
  ]);
  const startTime = toHrTime(Date.now());
  const collect = async () => {
    const times = { startTime, endTime: toHrTime(Date.now()) };
    const found = (await metrics.list()).flatMap((metric) => toMetricData(metric, { sdk, times }));
    const scopeMetrics = [{ scope: { name: 'avow' }, metrics: found }];
    return { resourceMetrics: { resource: serviceResource, scopeMetrics }, errors: [] };
  };
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, timeoutMillis: exportTimeoutMs }),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: everyMs / 2,
    metricProducers: [{ collect }],
  });
  const provider = new sdk.MeterProvider({ resource: serviceResource, readers: [reader] });
  return () => shutDown(provider);
}

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];

interface Conversion {
  readonly sdk: Pick<typeof import('@opentelemetry/sdk-metrics'), 'AggregationTemporality' | 'DataPointType'>;
  readonly times: { readonly startTime: HrTime; readonly endTime: HrTime };
}

/** None if the metric has no values yet. */
function toMetricData(
  metric: Metric,
  { sdk: { AggregationTemporality, DataPointType }, times }: Conversion,
): MetricData[] {
  if (metric.values.length === 0) return [];
  const base = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = (): DataPoint<number>[] =>
    metric.values.map(({ value, labels }) => ({ ...times, attributes: labels as Attributes, value }));
  // The types of the library say that this is a number.
  switch (metric.type as unknown as string) {
    case 'counter':
      return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case 'histogram': {
      const dataPoints = toHistograms(metric).map((point) => ({ ...times, ...point }));
      return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
    }
    default:
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
  }
}

/** One for each set of labels. Buckets of Prometheus contain those below them; those of OpenTelemetry do not. */
function toHistograms(metric: Metric): Array<{ readonly attributes: Attributes; readonly value: Histogram }> {
  const series = new Map<string, { attributes: Attributes; upTo: [number, number][]; sum: number }>();
  for (const { value, labels, ...named } of metric.values) {
    const { le, ...attributes } = labels as Record<string, string | number>;
    const key = JSON.stringify(attributes);
    const found = series.get(key) ?? { attributes, upTo: [], sum: 0 };
    series.set(key, found);
    const part = 'metricName' in named ? String(named.metricName) : '';
    if (part.endsWith('_sum')) found.sum = value;
    else if (part.endsWith('_bucket')) found.upTo.push([le === '+Inf' ? Infinity : Number(le), value]);
  }
  return [...series.values()].map(({ attributes, upTo, sum }) => {
    const sorted = upTo.toSorted(([one], [other]) => one - other);
    const counts = sorted.map(([, count], index) => count - (sorted[index - 1]?.[1] ?? 0));
    const boundaries = sorted.map(([bound]) => bound).filter(Number.isFinite);
    return { attributes, value: { buckets: { boundaries, counts }, sum, count: sorted.at(-1)?.[1] ?? 0 } };
  });
}
