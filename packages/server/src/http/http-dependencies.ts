import type { Log } from '@avow/foundation/log';
import type { ContentRoutes } from '../features/content/routes/content-route.ts';
import type { CuratedRoutes } from '../features/curated/routes/qna.ts';
import type { EvaluationRoutes } from '../features/evaluation/routes/evaluation-route.ts';
import type { FeedbackRoutes } from '../features/feedback/routes/feedback-route.ts';
import type { IdempotentRequests } from '../features/idempotency/idempotency.ts';
import type { InsightRoutes } from '../features/insights/routes/insight-route.ts';
import type { Authentication } from '../features/keys/authenticate.ts';
import type { KeyRoutes } from '../features/keys/routes/keys.ts';
import type { LogRoutes } from '../features/log/routes/exports.ts';
import type { Knowledge } from '../features/mcp/knowledge.ts';
import type { CreateMcpServer } from '../features/mcp/routes/mcp-handlers.ts';
import type { ModelRoutes } from '../features/models/routes/models.ts';
import type { OutageRoutes } from '../features/outages/routes/outages.ts';
import type { EndUserTokens } from '../features/people/end-user-tokens.ts';
import type { PeopleRoutes } from '../features/people/routes/people-route.ts';
import type { PolicyRoutes } from '../features/policies/routes/policies.ts';
import type { PurposeRoutes } from '../features/purposes/routes/purposes.ts';
import type { MessageRoutes } from '../features/records/routes/messages.ts';
import type { ReplayRoutes } from '../features/replay/routes/replays.ts';
import type { RetentionRoutes } from '../features/retention/routes/retention.ts';
import type { ReviewRoutes } from '../features/review/routes/review.ts';
import type { SampleRoutes } from '../features/samples/routes/samples.ts';
import type { SecurityStreamRoutes } from '../features/security-streams/routes/security-streams.ts';
import type { SourceRoutes } from '../features/sources/routes/sources.ts';
import type { HandoverRoutes } from '../features/visitors/routes/handovers.ts';
import type { VisitorRoutes } from '../features/visitors/routes/visitors.ts';
import type { WebhookRoutes } from '../features/webhooks/routes/webhooks.ts';
import type { WidgetRoutes } from '../features/widgets/routes/widgets.ts';
import type { Streaming } from '../path/streaming/streaming.ts';
import type { Queries } from '../path/waiting/create-queries.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { AdmissionDependencies } from './admit-request.ts';
import type { ConsoleRoutes } from './console.ts';
import type { Cors } from './cors.ts';
import type { TlsSource } from './create-server.ts';
import type { StreamLimits } from './event-streams.ts';
import type { ServiceRoutes } from './service.ts';

export interface HttpDependencies
  extends Omit<AdmissionDependencies, 'authenticate' | 'limiters'>,
    Authentication,
    PeopleRoutes,
    KeyRoutes,
    ModelRoutes,
    SecurityStreamRoutes,
    OutageRoutes,
    MessageRoutes,
    ReviewRoutes,
    ContentRoutes,
    CuratedRoutes,
    SourceRoutes,
    EvaluationRoutes,
    PolicyRoutes,
    InsightRoutes,
    FeedbackRoutes,
    LogRoutes,
    PurposeRoutes,
    SampleRoutes,
    ReplayRoutes,
    RetentionRoutes,
    WebhookRoutes,
    VisitorRoutes,
    WidgetRoutes,
    HandoverRoutes,
    ConsoleRoutes,
    ServiceRoutes {
  readonly queries: Queries & Streaming;
  readonly knowledge: Knowledge;
  readonly idempotentRequests: IdempotentRequests;
  readonly endUserTokens: EndUserTokens;
  readonly createMcpServer?: CreateMcpServer;
  readonly limiters: AdmissionDependencies['limiters'];
  readonly metrics: Metrics;
  readonly log: Log;
  readonly cors: Cors;
  readonly trustedProxies: readonly string[];
  readonly streamLimits?: StreamLimits;
  /** Omitted or null: HTTP without TLS. */
  readonly tls?: TlsSource | null;
}
