import { Gauge, type Registry } from 'prom-client';

/** A gauge that has no value until it is set, so that what is not known yet does not read as 0. */
export function createGauge<Label extends string = never>(options: {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
  readonly registers: Registry[];
}): Gauge<Label> {
  const labelNames = [...(options.labelNames ?? [])];
  const gauge = new Gauge<Label>({ ...options, labelNames });
  if (labelNames.length === 0) gauge.remove();
  return gauge;
}
