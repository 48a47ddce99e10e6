import type { QueryResponse } from '@avow/contract/query';
import type { ModelCost, ModelFaultCode } from '@avow/inference';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** How a call to a language model ended: with all of its output, because nobody read on, or with a fault. */
export type ModelCallOutcome = 'ok' | 'stopped' | 'cancelled' | ModelFaultCode | 'error';

export interface ModelMetrics {
  /** A language model fails so often that its circuit opens, or works again. */
  noteModel(model: string, works: boolean): void;
  /** A call to a language model has ended, after its retries. */
  countModelCall(model: string, outcome: ModelCallOutcome, durationMs: number): void;
  /** A process of an embedded model was lost or failed, and is replaced. */
  countModelProcess(model: string, event: 'lost' | 'failed'): void;
  countAnswer(response: QueryResponse, cost: ModelCost | null): void;
}

/** Which tiers answer, and the usage and health of language models. */
export function createModelMetrics(registers: Registry[]): ModelMetrics {
  const answers = new Counter({
    name: 'avow_answers_total',
    help: 'Finished messages, by model tier, routing source and degraded mode.',
    labelNames: ['model_tier', 'routing_source', 'degraded_mode'],
    registers,
  });
  const tokens = new Counter({
    name: 'avow_model_tokens_total',
    help: 'Input and output tokens of language models.',
    labelNames: ['direction'],
    registers,
  });
  const spent = new Counter({
    name: 'avow_model_cost_total',
    help: 'Cost of language models by the configured prices, by currency.',
    labelNames: ['currency'],
    registers,
  });
  const models = new Gauge({
    name: 'avow_model_available',
    help: '1 if a language model is in use, 0 while its circuit breaker is open.',
    labelNames: ['model'],
    registers,
  });
  const calls = new Counter({
    name: 'avow_model_calls_total',
    help: 'Calls to language models, by model and outcome.',
    labelNames: ['model', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'avow_model_call_duration_seconds',
    help: 'Time from a call to a language model to the end of its output, retries included.',
    labelNames: ['model'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const processes = new Counter({
    name: 'avow_model_process_failures_total',
    help: 'Processes of models on this machine that were lost or failed and are replaced, by model and event.',
    labelNames: ['model', 'event'],
    registers,
  });
  return {
    countModelCall: (model, outcome, durationMs) => {
      calls.inc({ model, outcome });
      durations.observe({ model }, durationMs / 1000);
    },
    countModelProcess: (model, event) => processes.inc({ model, event }),
    noteModel: (model: string, works: boolean) => models.set({ model }, works ? 1 : 0),
    countAnswer: ({ processing }: QueryResponse, cost: ModelCost | null) => {
      const { model_tier, routing_source, degraded_mode } = processing;
      answers.inc({ model_tier, routing_source, degraded_mode: String(degraded_mode) });
      if (cost === null) return;
      tokens.inc({ direction: 'input' }, cost.inputTokens);
      tokens.inc({ direction: 'output' }, cost.outputTokens);
      spent.inc({ currency: cost.currency }, cost.amount);
    },
  };
}
