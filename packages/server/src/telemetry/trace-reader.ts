import type { Reader } from '@avow/inference';
import type { Telemetry } from './telemetry.ts';

/** A reader whose every call is traced as a step of the path, because most of the time of a query is spent in models. */
export function traceReader(reader: Reader, { step }: Pick<Telemetry, 'step'>): Reader {
  return {
    name: reader.name,
    read: (question, passages, limits) => step('read', () => reader.read(question, passages, limits)),
    judge: (claims, limits) => step('judge', () => reader.judge(claims, limits)),
    spare: (wanted) => reader.spare?.(wanted) ?? 0,
    close: () => reader.close(),
  };
}
