import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createAuthenticate } from '../access/authenticate.ts';
import { createRateLimiter } from '../access/gcra.ts';
import { createInFlight } from '../access/in-flight.ts';
import { type Clock, systemClock } from '../clock/clock.ts';
import { createScoring } from '../confidence/create-scoring.ts';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import { createGuard } from '../guardrails/create-guard.ts';
import { defaultPolicy } from '../guardrails/default-policy.ts';
import { createGroundingGuardrail } from '../guardrails/grounding.ts';
import { guardrailIds } from '../guardrails/guardrail-ids.ts';
import { createHttp } from '../http/create-http.ts';
import { createCursors } from '../http/cursor.ts';
import { createAnsweringSteps } from '../knowledge/create-answering-steps.ts';
import { curatedSimilarityMin } from '../knowledge/match-curated.ts';
import type { Log } from '../log/create-log.ts';
import { createQueries } from '../query/create-queries.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createTracing } from '../telemetry/tracing.ts';
import type { DataFolder } from './open-data-folder.ts';
import { startUpkeep } from './start-upkeep.ts';
import { version } from './version.ts';

export interface App {
  readonly http: FastifyInstance;
  /** Resolves with the address once requests are taken. */
  listen(): Promise<string>;
  /** Lets queries in progress end, then stops. The data folder is the caller's to close. */
  close(): Promise<void>;
}

export interface AppParts {
  readonly config: Config;
  readonly data: Pick<DataFolder, 'store' | 'search' | 'pepper'>;
  readonly log: Log;
  readonly clock?: Clock;
}

/** Puts the service together. The only place that constructs. */
export async function createApp({ config, data, log, clock = systemClock }: AppParts): Promise<App> {
  const { records, upkeep, access, knowledge } = data.store;
  const tracing = await createTracing(config.otlpEndpoint);
  const inFlight = createInFlight({
    tenantMax: config.tenantQueriesAtOnceMax,
    totalMax: config.queriesAtOnceMax,
  });
  const metrics = createMetrics({ queriesInProgress: () => inFlight.count });
  const policy = defaultPolicy(
    {
      promptCodePointsMax: config.promptCodePointsMax,
      deniedWords: await readDeniedWords(config.deniedWordsFile),
    },
    [createGroundingGuardrail({ id: guardrailIds.grounding })],
  );
  const queries = createQueries({
    records,
    knowledge,
    upkeep,
    clock,
    inFlight,
    guard: createGuard(policy),
    steps: createAnsweringSteps({ knowledge, search: data.search }),
    scoring: createScoring({ bands: policy.bands, similarityMin: curatedSimilarityMin }),
    telemetry: { step: tracing.step, ended: metrics.countMessage },
    limits: {
      deadlineMs: config.queryDeadlineMs,
      idempotencyKeepMs: config.idempotencyKeepMs,
      queuedMax: config.queuedMax,
    },
    onBackgroundFailure: (error, messageId) =>
      log.error({ err: error, message_id: messageId }, 'message failed'),
  });

  let baseUrl = config.baseUrl ?? `http://${hostInUrl(config.host)}:${config.port}`;
  let closing = false;
  const http = createHttp({
    queries,
    records,
    metrics,
    log,
    clock,
    inFlight,
    version,
    authenticate: createAuthenticate({ access, pepper: data.pepper, clock }),
    cursors: createCursors(data.pepper),
    limiters: {
      query: createRateLimiter({ perMinute: config.queryRatePerMinute, burst: config.queryBurst }),
      audit: createRateLimiter({ perMinute: config.readRatePerMinute, burst: config.readBurst }),
      failedKeys: createRateLimiter({
        perMinute: config.failedKeysPerMinute,
        burst: config.failedKeysPerMinute,
      }),
    },
    trustedProxies: config.trustedProxies,
    baseUrl: () => baseUrl,
    metricsText: metrics.text,
    checks: async () => ({ accepting: !closing, records: await works(data.store.ping()) }),
  });
  const stopUpkeep = await startUpkeep({ upkeep, clock, log });
  await queries.resume();

  return {
    http,
    listen: async () => {
      await http.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
        throw listenFault(error, config);
      });
      const { port } = http.server.address() as AddressInfo;
      if (config.baseUrl === null) baseUrl = `http://${hostInUrl(config.host)}:${port}`;
      return baseUrl;
    },
    close: async () => {
      closing = true;
      await queries.drain(config.shutdownGraceMs);
      await http.close();
      await stopUpkeep();
      await tracing.shutdown();
    },
  };
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function listenFault(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new UserError(`Port ${port} on ${host} is taken. Set AVOW_PORT to another one.`);
  if (error.code === 'EACCES')
    return new UserError(`Port ${port} on ${host} is not for this user. Set AVOW_PORT above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new UserError(`This machine has no address ${host}. Check AVOW_HOST.`);
  return error;
}

async function readDeniedWords(path: string | null): Promise<string[]> {
  if (path === null) return [];
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`AVOW_DENIED_WORDS_FILE: ${path} cannot be read (${error.code}).`, { cause: error });
  });
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}

function works(check: Promise<void>): Promise<boolean> {
  return check.then(
    () => true,
    () => false,
  );
}
