import type { Reader } from '../interfaces/reader.ts';
import type { Telemetry } from '../interfaces/telemetry.ts';

/** A reader whose every call is a step of the path, told by itself: what a model takes is what a query takes. */
export function traceReader(reader: Reader, { step }: Pick<Telemetry, 'step'>): Reader {
  return {
    name: reader.name,
    read: (question, passages, limits) => step('read', () => reader.read(question, passages, limits)),
    judge: (claims, limits) => step('judge', () => reader.judge(claims, limits)),
    close: () => reader.close(),
  };
}
