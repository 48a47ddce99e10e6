import type { QueryResponse } from '@avow/contract/query';
import type { ModelCost } from '@avow/inference';
import type { ModelCallOutcome } from './model-metrics.ts';

/** A call to a language model, without a word of it. */
export interface ModelCall {
  /** The provider's name and the model's, as `anthropic/claude-sonnet`. */
  readonly model: string;
  readonly outputTokensMax: number;
}

export interface ModelCallEnd {
  readonly outcome: ModelCallOutcome;
  readonly cost: ModelCost;
}

/** What the path of a query reports. Only counts are taken from a response, never its text. */
export interface Telemetry {
  /** Runs one step of the path, under a span if tracing is on. */
  step<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
  /** Counts a message whose record is durable, and what language models cost for it. */
  ended(response: QueryResponse, cost: ModelCost | null): void;
}

/** What calls to language models report. */
export interface ModelTelemetry {
  /** Begins a call, under a span if tracing is on; the function returned ends it. */
  callModel(call: ModelCall): (end: ModelCallEnd) => void;
}
