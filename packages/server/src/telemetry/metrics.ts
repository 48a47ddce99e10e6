import type { QueryResponse } from '@avow/contract';
import type { ModelCost } from '@avow/inference';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted. Labels come from closed sets: no tenant, no id, nothing a client wrote. */
export interface Metrics {
  countRequest(operationId: string, status: number, durationMs: number): void;
  countMessage(response: QueryResponse, cost: ModelCost | null): void;
  /** A language model fails so often that its circuit opens, or works again. */
  noteModel(model: string, works: boolean): void;
  /** An anchor rejected a checkpoint or could not be reached. */
  countAnchorFailure(anchor: string): void;
  /** At this time, signed checkpoints covered every log completely. */
  noteSigned(atMs: number): void;
  /** An attempt to deliver an event to a webhook endpoint has ended. */
  countWebhookAttempt(outcome: string): void;
  noteWebhooksPending(count: number): void;
  /** What is known of backups of this data folder. */
  noteBackup(backup: {
    readonly succeededAtMs: number | null;
    readonly isFailing: boolean;
    readonly bytes: number | null;
  }): void;
  text(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** The disk that the data folder is on. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

interface MetricSources {
  readonly queriesInProgress: () => number;
  /** Read whenever the metrics are. */
  readonly diskSpace?: () => Promise<DiskSpace>;
}

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'avow_http_requests_total',
    help: 'HTTP requests, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'avow_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  });
  const messages = new Counter({
    name: 'avow_messages_total',
    help: 'Finished messages, by status, source and band.',
    labelNames: ['status', 'source_type', 'band'],
    registers,
  });
  const unanswered = new Counter({
    name: 'avow_unanswered_total',
    help: 'Finished messages without an answer that no guardrail blocked, by cause.',
    labelNames: ['cause'],
    registers,
  });
  const guardrails = new Counter({
    name: 'avow_guardrail_results_total',
    help: 'Guardrails that found something or did not run, by name, action and status.',
    labelNames: ['name', 'action', 'status'],
    registers,
  });
  const ofModels = createModelMetrics(registers);
  new Gauge({
    name: 'avow_queries_in_progress',
    help: 'Queries in progress.',
    registers,
    collect() {
      this.set(sources.queriesInProgress());
    },
  });
  if (sources.diskSpace !== undefined) addDiskMetric(registers, sources.diskSpace);

  return {
    countRequest: (operation, status, durationMs) => {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    noteModel: ofModels.noteModel,
    ...createLogMetrics(registers),
    ...createWebhookMetrics(registers),
    ...createBackupMetrics(registers),
    countMessage: (response, cost) => {
      ofModels.countAnswer(response, cost);
      messages.inc({
        status: response.status,
        source_type: response.source_type,
        band: response.confidence.band,
      });
      const { no_answer_cause: cause } = response.agent_context;
      if (cause !== null) unanswered.inc({ cause });
      for (const { name, action, status, compliant } of response.guardrails) {
        if (!compliant) guardrails.inc({ name, action, status });
      }
    },
    text: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

function addDiskMetric(registers: Registry[], read: () => Promise<DiskSpace>): void {
  new Gauge({
    name: 'avow_data_disk_bytes',
    help: 'The disk that the data folder is on: its size, and what is free on it.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const space = await read().catch(() => null);
      // Without a value, rather than with an old one.
      if (space === null) return this.reset();
      this.set({ kind: 'free' }, space.freeBytes);
      this.set({ kind: 'total' }, space.totalBytes);
    },
  });
}

/** The state of log signing. */
function createLogMetrics(registers: Registry[]): Pick<Metrics, 'countAnchorFailure' | 'noteSigned'> {
  const failures = new Counter({
    name: 'avow_anchor_failures_total',
    help: 'Failed writes to and reads from anchors, by anchor.',
    labelNames: ['anchor'],
    registers,
  });
  const signed = new Gauge({
    name: 'avow_log_signed_timestamp_seconds',
    help: 'Time at which signed checkpoints last covered every log completely. If it is more than a few seconds ago, signing is failing.',
    registers,
  });
  return {
    countAnchorFailure: (anchor) => failures.inc({ anchor }),
    noteSigned: (atMs) => signed.set(atMs / 1000),
  };
}

/** Deliveries of events to the endpoints of tenants. */
function createWebhookMetrics(
  registers: Registry[],
): Pick<Metrics, 'countWebhookAttempt' | 'noteWebhooksPending'> {
  const attempts = new Counter({
    name: 'avow_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const pending = new Gauge({
    name: 'avow_webhook_deliveries_pending',
    help: 'Deliveries of all tenants that have neither succeeded nor been given up, counted every minute.',
    registers,
  });
  return {
    countWebhookAttempt: (outcome) => attempts.inc({ outcome }),
    noteWebhooksPending: (count) => pending.set(count),
  };
}

/** Without a value before the first backup: an alert on its absence notices that none was ever made. */
function createBackupMetrics(registers: Registry[]): Pick<Metrics, 'noteBackup'> {
  const succeeded = new Gauge({
    name: 'avow_backup_success_timestamp_seconds',
    help: 'Time at which the last backup that succeeded was begun.',
    registers,
  });
  const failing = new Gauge({
    name: 'avow_backup_failing',
    help: '1 if the last attempt at a backup failed, otherwise 0.',
    registers,
  });
  const size = new Gauge({
    name: 'avow_backup_bytes',
    help: 'Size of what the last backup that succeeded restores.',
    registers,
  });
  return {
    noteBackup: ({ succeededAtMs, isFailing, bytes }) => {
      if (succeededAtMs !== null) succeeded.set(succeededAtMs / 1000);
      if (bytes !== null) size.set(bytes);
      failing.set(isFailing ? 1 : 0);
    },
  };
}

/** Which tiers answer, and the usage and health of language models. */
function createModelMetrics(registers: Registry[]) {
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
  return {
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
