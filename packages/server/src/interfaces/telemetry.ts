import type { QueryResponse } from '@avow/contract';
import type { ModelCost } from './language-model.ts';

/** What the path of a query reports of itself. Of a response it keeps counts, never words. */
export interface Telemetry {
  /** Runs one step of the path, under a span where spans are collected. */
  step<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
  /** Counts a message whose record is durable, and what language models cost for it. */
  ended(response: QueryResponse, cost: ModelCost | null): void;
}
