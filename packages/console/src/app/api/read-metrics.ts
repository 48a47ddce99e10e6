export interface Metric {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const linePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const labelPattern = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads metrics in the Prometheus text format. */
export function readMetrics(text: string): readonly Metric[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = linePattern.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const named = [...labels.matchAll(labelPattern)].map(
      ([, key = '', quoted = '']) => [key, quoted] as const,
    );
    return [{ name, labels: Object.fromEntries(named), value: Number(value) }];
  });
}
