import type { QueryResponse } from '@avow/contract/query';
import type { ModelCost } from '@avow/inference';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { createMailMetrics, type MailMetrics } from './mail-metrics.ts';
import { createModelMetrics, type ModelMetrics } from './model-metrics.ts';
import { createNodeMetrics, type SharedState } from './node-metrics.ts';
import { createStateMetrics, type StateMetrics, type StateSources } from './state-metrics.ts';
import { createStreamMetrics, type StreamMetrics } from './stream-metrics.ts';

/**
 * What is counted. Labels come from closed sets: no tenant, no id, nothing a client wrote but names of guardrails, as far as they
 * are few.
 */
export interface Metrics extends Omit<ModelMetrics, 'countAnswer'>, StateMetrics, MailMetrics, StreamMetrics {
  countRequest(operationId: string, status: number, durationMs: number): void;
  countMessage(response: QueryResponse, cost: ModelCost | null): void;
  /** An anchor rejected a checkpoint or could not be reached. */
  countAnchorFailure(anchor: string): void;
  /** At this time, signed checkpoints covered every log completely. */
  noteSigned(atMs: number): void;
  /** An authority or a witness did not attest a checkpoint. */
  countAttestationFailure(failure: { readonly source: string; readonly reason: string }): void;
  /** At this time, nothing was left of what this authority or witness had to attest. */
  noteAttested(source: string, atMs: number): void;
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
  /** All of them with their values, as other formats need them. */
  list(): Promise<readonly MetricObjectWithValues<MetricValue<string>>[]>;
}

interface MetricSources extends Partial<StateSources> {
  readonly queriesInProgress: () => number;
  readonly queriesMax?: number;
  readonly version?: string;
  /** Null: the records are shared with no other process. */
  readonly sharedState?: () => SharedState | null;
}

/** What has no source has no value. */
export function createMetrics({
  queriesInProgress,
  queriesMax = Number.NaN,
  version = '',
  diskSpace = async () => null,
  sharedState = () => null,
}: MetricSources): Metrics {
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
  const unavailable = new Counter({
    name: 'avow_guardrail_unavailable_total',
    help: 'Messages that were blocked because a check is broken, by the name of the guardrail. A check that is only busy does not block.',
    labelNames: ['name'],
    registers,
  });
  const boundName = createNameBound();
  const { countAnswer, ...ofModels } = createModelMetrics(registers);
  createGauge({
    name: 'avow_build_info',
    help: '1, with the version of the service.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  createGauge({
    name: 'avow_queries_in_progress_max',
    help: 'How many queries may be in progress; beyond this, new ones are rejected (AVOW_QUERIES_AT_ONCE).',
    registers,
  }).set(queriesMax);
  createNodeMetrics(registers, sharedState);
  new Gauge({
    name: 'avow_queries_in_progress',
    help: 'Queries in progress.',
    registers,
    collect() {
      this.set(queriesInProgress());
    },
  });

  return {
    countRequest: (operation, status, durationMs) => {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    ...ofModels,
    ...createStateMetrics(registers, { diskSpace }),
    ...createLogMetrics(registers),
    ...createWebhookMetrics(registers),
    ...createMailMetrics(registers),
    ...createStreamMetrics(registers),
    ...createBackupMetrics(registers),
    countMessage: (response, cost) => {
      countAnswer(response, cost);
      messages.inc({
        status: response.status,
        source_type: response.source_type,
        band: response.confidence.band,
      });
      const { no_answer_cause: cause } = response.agent_context;
      if (cause !== null) unanswered.inc({ cause });
      for (const name of brokenChecks(response)) unavailable.inc({ name: boundName(name) });
      for (const { name, action, status, compliant } of response.guardrails) {
        if (!compliant) guardrails.inc({ name: boundName(name), action, status });
      }
    },
    text: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    list: () => registry.getMetricsAsJSON(),
  };
}

/** The names of the guardrails that a message was blocked for because their checks could not be carried out. */
function brokenChecks({ agent_context: context, guardrails }: QueryResponse): string[] {
  if (context.blocked_reason !== 'guardrail_unavailable') return [];
  return guardrails
    .filter(({ action, status }) => action === 'block' && (status === 'error' || status === 'timeout'))
    .map(({ name }) => name);
}

/** The state of log signing. */
function createLogMetrics(
  registers: Registry[],
): Pick<Metrics, 'countAnchorFailure' | 'noteSigned' | 'countAttestationFailure' | 'noteAttested'> {
  const failures = new Counter({
    name: 'avow_anchor_failures_total',
    help: 'Failed writes to and reads from anchors, by anchor.',
    labelNames: ['anchor'],
    registers,
  });
  const signed = createGauge({
    name: 'avow_log_signed_timestamp_seconds',
    help: 'Time at which signed checkpoints last covered every log completely. If it is more than a few seconds ago, signing is failing.',
    registers,
  });
  const attestationFailures = new Counter({
    name: 'avow_attestation_failures_total',
    help: 'Checkpoints that an authority for time stamps or a witness did not attest, by source and reason.',
    labelNames: ['source', 'reason'],
    registers,
  });
  const attested = new Gauge({
    name: 'avow_attested_timestamp_seconds',
    help: 'Time at which this authority for time stamps or witness last had attested all that was due, or of the start.',
    labelNames: ['source'],
    registers,
  });
  return {
    countAnchorFailure: (anchor) => failures.inc({ anchor }),
    noteSigned: (atMs) => signed.set(atMs / 1000),
    countAttestationFailure: (failure) => attestationFailures.inc(failure),
    noteAttested: (source, atMs) => attested.set({ source }, atMs / 1000),
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
  const pending = createGauge({
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
  const succeeded = createGauge({
    name: 'avow_backup_success_timestamp_seconds',
    help: 'Time at which the last backup that succeeded was begun.',
    registers,
  });
  const failing = createGauge({
    name: 'avow_backup_failing',
    help: '1 if the last attempt at a backup failed, otherwise 0.',
    registers,
  });
  const size = createGauge({
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

/** All but a few installations stay far below. */
const namesMax = 500;
const otherNames = 'other';

/**
 * For the values of a label that tenants choose. Each takes memory for as long as the process runs, and anybody who may change
 * a policy could invent them without end: further ones count as `other`.
 */
function createNameBound(): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < namesMax) known.add(name);
    return known.has(name) ? name : otherNames;
  };
}

/** A gauge that has no value until it is set, so that what is not known yet does not read as 0. */
function createGauge<Label extends string = never>(options: {
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
