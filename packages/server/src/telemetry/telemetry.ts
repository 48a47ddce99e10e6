import type { QueryResponse } from '@avow/contract';
import type { ModelCost } from '@avow/inference';

/** What the path of a query reports. Only counts are taken from a response, never its text. */
export interface Telemetry {
  /** Runs one step of the path, under a span if tracing is on. */
  step<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
  /** Counts a message whose record is durable, and what language models cost for it. */
  ended(response: QueryResponse, cost: ModelCost | null): void;
}
