import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConsoleFiles } from '@avow/console';
import { systemClock } from '@avow/foundation';
import { builtInVersion } from '@avow/guardrails/policies';
import { embeddedLanguages } from '@avow/inference';
import type { FastifyInstance } from 'fastify';
import { defaultServiceUrl } from '../config/service-url.ts';
import { composeBackups } from '../features/backups/compose/compose-backups.ts';
import { startContent } from '../features/content/compose/start-content.ts';
import {
  aboutEvaluations,
  type ComposedEvaluations,
  composeEvaluations,
} from '../features/evaluation/compose/compose-evaluations.ts';
import { composeAuditExports } from '../features/evidence/compose/compose-evidence.ts';
import { composeFeedback } from '../features/feedback/compose/compose-feedback.ts';
import { createIdempotentRequests } from '../features/idempotency/idempotency.ts';
import { composeInsights } from '../features/insights/compose/compose-insights.ts';
import { createAuthentication } from '../features/keys/authenticate.ts';
import { composeAttestations } from '../features/log/compose/compose-attestations.ts';
import { composeLedger } from '../features/log/compose/compose-ledger.ts';
import { createRecordChecks } from '../features/log/compose/create-record-checks.ts';
import { composeMail } from '../features/mail/compose/compose-mail.ts';
import { composeModels } from '../features/models/compose/compose-models.ts';
import { cancelElsewhere, joinNodes } from '../features/nodes/compose/join-nodes.ts';
import { answerWhoServes } from '../features/nodes/compose/serving-nodes.ts';
import { shareResult } from '../features/nodes/compose/share-result.ts';
import { watchNodes } from '../features/nodes/compose/watch-nodes.ts';
import { composeOutages } from '../features/outages/compose/compose-outages.ts';
import { composePeople } from '../features/people/compose/compose-people.ts';
import { composeGuardrails, composePolicies } from '../features/policies/compose/compose-guardrails.ts';
import { createKeepScreened } from '../features/publication/screening/keep-screened.ts';
import { composeReplays } from '../features/replay/compose/compose-replays.ts';
import { composeRetention } from '../features/retention/compose/compose-retention.ts';
import { composeReviews } from '../features/review/compose/compose-reviews.ts';
import { composeRules } from '../features/rules/compose/compose-rules.ts';
import { createSamples } from '../features/samples/samples.ts';
import { composeSecurityStreams } from '../features/security-streams/compose/compose-security-streams.ts';
import { composeVisitors } from '../features/visitors/compose/compose-visitors.ts';
import { composeWebhooks } from '../features/webhooks/compose/compose-webhooks.ts';
import { createCors } from '../http/cors.ts';
import { createHttp } from '../http/create-http.ts';
import { createCursors } from '../http/cursor.ts';
import { createInFlight } from '../limits/in-flight.ts';
import { createWorkMeter } from '../limits/work-meter.ts';
import { createBudgets } from '../path/admission/create-budgets.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { startSendingMetrics } from '../telemetry/send-metrics.ts';
import { createTracing } from '../telemetry/tracing.ts';
import { composeLimiters, startSharingLimits } from './compose-limiters.ts';
import { composeQueries } from './compose-queries.ts';
import { composeTelemetry, observeModels } from './compose-telemetry.ts';
import type { Installation } from './installation.ts';
import { limitConnections } from './limit-connections.ts';
import { listenFault } from './listen-fault.ts';
import { hasEmbeddedModels, meterModels } from './models/meter-models.ts';
import { noOpenedModels } from './models/open-language-models.ts';
import { makeReplaceable } from './models/replaceable-models.ts';
import { watchModels } from './models/watch-models.ts';
import { openTls } from './open-tls.ts';
import { rememberSettings } from './remember-settings.ts';
import { sharedUpkeep } from './shared-upkeep.ts';
import { startUpkeep } from './start-upkeep.ts';
import { version } from './version.ts';
import { readDiskSpace, watchState } from './watch-state.ts';

export interface App {
  readonly http: FastifyInstance;
  /** Resolves with the address once requests are taken. */
  listen(): Promise<string>;
  /** Lets queries in progress end, then stops. The data folder is the caller's to close. */
  close(): Promise<void>;
}

/** In one round; the next, a minute later, announces the rest. */
const expiringKeysMax = 1000;

/** Composes the service. */
export async function createApp(given: Installation): Promise<App> {
  const { config, data, log } = given;
  // Leases and expiries are compared by one clock on all nodes.
  const clock = given.clock ?? data.nodes.clock ?? systemClock;
  const { records, upkeep, access } = data.store;
  const tracing = await createTracing(config.otlpEndpoint);
  const { tenantQueriesAtOnceMax: tenantMax, queriesAtOnceMax: totalMax } = config;
  const meter = createWorkMeter();
  const machine = hasEmbeddedModels(given) ? { meter, deadlineMs: config.queryDeadlineMs } : undefined;
  const inFlight = createInFlight({ tenantMax, totalMax, ...(machine === undefined ? {} : { machine }) });
  const metrics = createMetrics({
    ...{ version, queriesMax: totalMax, queriesInProgress: () => inFlight.count },
    diskSpace: () => readDiskSpace(config.dataDir),
    sharedState: data.nodes.state,
  });
  const telemetry = composeTelemetry(tracing, metrics);
  const serving = makeReplaceable({
    ...observeModels({ ...noOpenedModels, ...meterModels(given, meter) }, telemetry),
    clock,
  });
  const { parts } = serving;
  watchModels(parts, metrics);
  const guardrails = await composeGuardrails(parts);
  await data.store.policies.keepBuiltIn(builtInVersion(guardrails.builtIn), guardrails.builtIn);
  const { classifier } = guardrails.parts;
  // Publications run golden sets, and golden sets are asked of what is being published.
  const checkGate: ComposedEvaluations['checkGate'] = (...gate) => evaluating.checkGate(...gate);
  const { guards, screening } = guardrails;
  const content = startContent(
    { ...parts, classifier, checkGate, screening, guards },
    () => inFlight.count > 0,
  );
  const budgets = createBudgets({ records, clock, budgets: () => parts.budgets });
  const state = watchState({ ...parts, budgets, screening }, metrics);
  const reviewing = composeReviews(parts, { guards, content: content.served, baseUrl: () => baseUrl });
  const queries = composeQueries(parts, {
    ...{ records, upkeep, inFlight, telemetry, guards, clock, packSearch: content.packSearch },
    content: content.served,
    reviewNotifier: reviewing.reviewNotifier,
    keepScreened: createKeepScreened({ screening, screenings: data.store.screenings }),
    ...(config.databaseUrl === null ? {} : { cancelElsewhere: cancelElsewhere(data.nodes) }),
    ...{ budgets, rules: composeRules(parts) },
    answerCacheMs: config.answerCacheMs,
  });

  const { refitWhenDue, ...feedback } = composeFeedback(parts, { packs: content.packs, guards });

  const policies = composePolicies(parts, guardrails);
  const evaluating = composeEvaluations(parts, { guardrails, policies, packSearch: content.packSearch });
  answerWhoServes(data);
  data.nodes.on(aboutEvaluations, evaluating.evaluationRuns.answer);
  const composedInsights = composeInsights(parts, {
    ...{ packs: content.packs, packSearch: content.packSearch, policies, ...feedback },
    hasQuestions: () => inFlight.count > 0,
  });

  const ledger = composeLedger(parts, {
    metrics,
    onFork: () => {
      data.store.stopWriting();
      data.nodes
        .noteFork()
        .catch((error: unknown) => log.error({ err: error }, 'other nodes did not hear of the fork'));
    },
  });
  const attesting = await composeAttestations(parts, metrics);
  const auditExports = await composeAuditExports(parts, ledger);
  const replays = composeReplays(parts, { guards, packSearch: content.packSearch });
  const { recordRetention, expireRecords, recordTime, isClockDoubted } = composeRetention(
    parts,
    joinNodes({
      ...{ nodes: data.nodes, pepper: data.pepper, queries, content },
      dropHere: async (tenantId) => {
        queries.forgetTenant(tenantId);
        guards.clearOutcomes(tenantId);
        await auditExports.withdraw(tenantId);
      },
      listTenants: async () => (await access.listTenants()).map(({ tenantId }) => tenantId),
      stopWriting: data.store.stopWriting,
    }),
  );

  const serves = { serving, guards, telemetry, metrics, auditLog: () => ledger.auditLog };
  const models = composeModels(parts, serves);
  const sending = composeWebhooks({ ...parts, baseUrl: () => baseUrl }, metrics);
  const mail = await composeMail(parts, metrics);
  const observing = composeOutages(parts, inFlight);
  const streaming = composeSecurityStreams({ ...parts, streams: given.securityStreams ?? [] }, metrics);
  const { people, accounts, ...sweeping } = composePeople(parts);

  const backups = composeBackups(parts, metrics);
  const limiters = composeLimiters(config);
  let baseUrl = config.baseUrl ?? defaultServiceUrl(config);
  let closing = false;
  const checkRecords = createRecordChecks(data, clock);
  const http = createHttp({
    ...{ queries, reviews: queries.reviews, reviewWork: reviewing.reviewWork, knowledge: queries.knowledge },
    ...{ contentPacks: content.packs, contentSources: content.sources },
    guardrailPolicies: policies,
    ...feedback,
    ...{ insights: composedInsights.insights, pairPreview: composedInsights.pairPreview },
    contentSearch: content.contentSearch,
    ...evaluating,
    ...{ records, auditLog: ledger.auditLog, auditExports, replays },
    ...{ purposes: data.store.purposes, outages: data.store.outages },
    idempotentRequests: createIdempotentRequests({
      ...{ requests: data.store.requests, pepper: data.pepper, clock, keepMs: config.idempotencyKeepMs },
    }),
    recordRetention,
    samples: createSamples({ store: data.store.samples, records, clock }),
    webhooks: sending.webhooks,
    ...{ languageModels: models.languageModels, securityStreams: streaming.securityStreams },
    ...composeVisitors({ store: data.store, mailer: mail.mailer, clock }),
    ...people,
    ...{ metrics, log, clock, inFlight, version },
    ...createAuthentication({
      access: { findKey: rememberSettings(data.nodes, access.findKey).read },
      ...{ pepper: data.pepper, clock },
    }),
    ...{ cursors: createCursors(data.pepper), limiters },
    trustedProxies: config.trustedProxies,
    cors: createCors({ origins: config.corsOrigins, listKeyOrigins: access.listKeyOrigins, clock }),
    baseUrl: () => baseUrl,
    metricsText: metrics.text,
    consoleFiles: createConsoleFiles(),
    languages: () => ({ embedded: [...embeddedLanguages], others: parts.tiers.length > 0 }),
    backupState: backups.state,
    vectorIndexes: shareResult(() => data.vectorIndexes().catch(() => 'failing' as const), clock),
    tls: openTls(config, { log }),
    ...(parts.createMcpServer === undefined ? {} : { createMcpServer: parts.createMcpServer }),
    checks: async () => ({ accepting: !closing, ...(await checkRecords()) }),
  });
  watchNodes({
    ...{ nodes: data.nodes, log },
    onSuperseded: () => {
      data.store.stopWriting();
      given.onSuperseded?.();
    },
  });
  // Before anything is written.
  await data.nodes.join();
  await ledger.start();
  attesting.start();
  const noteExpiringKeys = async () => void (await access.noteExpiringKeys(clock.nowMs(), expiringKeysMax));
  const due = {
    sweepExports: auditExports.sweep,
    noteExpiringKeys,
    recordTime,
    refitWhenDue,
    noteOverdueReviews: reviewing.reviewNotifier.noteOverdue,
    endOverdueReviews: queries.reviews.endOverdue,
    expireRecords,
    isClockDoubted,
    dropOldOutages: observing.dropOld,
  };
  // Before the sweep, which frees the idempotency keys of messages that have ended but not of those that are resumed.
  await models.start();
  await queries.resume();
  const stopUpkeep = await startUpkeep({
    ...{ upkeep, jobs: data.store.jobs, ...due, clock, log },
    ...(config.databaseUrl === null ? {} : sharedUpkeep(data, { queries, content })),
  });
  await content.resume();
  await observing.start();
  sending.start();
  mail.start();
  streaming.start();
  sweeping.start();
  backups.start();
  state.start();
  const stopSendingMetrics = await startSendingMetrics(config.otlpEndpoint, metrics);
  const stopSharing = startSharingLimits({ ...parts, ...{ limiters, accounts, inFlight } });

  return {
    http,
    listen: async () => {
      await http.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
        throw listenFault(error, config);
      });
      await limitConnections(http.server, log);
      const { port } = http.server.address() as AddressInfo;
      if (config.baseUrl === null) baseUrl = defaultServiceUrl({ ...config, port });
      return baseUrl;
    },
    close: async () => {
      closing = true;
      // A load balancer sees that this node is not ready, and sends it no more, before it refuses anything.
      if (config.drainDelayMs > 0) await sleep(config.drainDelayMs);
      // A job stops at its next step, which may take a while; questions are answered meanwhile.
      const { evaluationRuns, draftTrials } = evaluating;
      const contentClosed = Promise.all([evaluationRuns.close(), draftTrials.close()]).then(content.close);
      // What is written meanwhile is sent after the next start.
      const sendingClosed = Promise.all([sending.close(), mail.close(), streaming.close()]);
      const backupsClosed = backups.close();
      await queries.drain(config.shutdownGraceMs);
      // Queries have ended by now, and a client that neither reads nor sends must not delay the shutdown.
      const cut = setTimeout(() => http.server.closeAllConnections(), lingerMs);
      await http.close();
      clearTimeout(cut);
      await contentClosed;
      await composedInsights.close();
      await sendingClosed;
      await backupsClosed;
      await sweeping.close();
      await models.close();
      await state.close();
      await stopUpkeep();
      await Promise.all([auditExports.close(), replays.close()]);
      await attesting.close();
      await ledger.close();
      await observing.close();
      await stopSharing();
      await data.nodes.leave();
      await Promise.all([stopSendingMetrics(), tracing.shutdown()]);
    },
  };
}

const lingerMs = 2000;
