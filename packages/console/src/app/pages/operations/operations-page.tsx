import type { ContentPack } from '@avow/contract/content';
import type { Metric } from '../../api/read-metrics.ts';
import { useMay } from '../../api/session.ts';
import { useCall, useList } from '../../api/use-call.ts';
import { useMetrics } from '../../api/use-metrics.ts';
import { formatCount, formatDay, formatMs, formatShare } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card, FactList, FigureTile, Meter } from '../../design/surface.tsx';
import { TimeChart } from '../../design/time-chart.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { operationTexts } from '../../texts/operations.ts';
import { texts } from '../../texts.ts';
import { searchOfDay, useRecordsLink } from '../records/records-link.ts';
import { CostCard } from './cost-card.tsx';
import { DiskCard } from './disk-card.tsx';
import { LogCard } from './log-card.tsx';
import { ModelList } from './model-list.tsx';
import { NodesCard } from './nodes-card.tsx';
import { OutageCard } from './outage-card.tsx';
import { StreamCard } from './stream-card.tsx';
import { TierTable } from './tier-table.tsx';
import { WebhookCard } from './webhook-card.tsx';

const readAgainMs = 5_000;

/** How the service is doing. */
export function OperationsPage() {
  const metrics = useMetrics();
  const may = useMay();
  return (
    <PageLayout title={texts.pages.operations}>
      <HealthTiles metrics={metrics.data ?? []} />
      {may('content:manage') ? (
        <LatencyCard metrics={metrics.data ?? []} />
      ) : (
        <Card title={operationTexts.models}>
          <ModelList metrics={metrics.data ?? []} />
        </Card>
      )}
      <div className="columns even">
        {may('content:manage') ? <CostCard /> : null}
        {may('log:read') ? <LogCard metrics={metrics.data ?? []} /> : null}
        {may('content:manage') ? <VectorCard /> : null}
        {may('content:manage') ? <ScreeningCard /> : null}
        {may('webhooks:manage') ? <WebhookCard /> : null}
        {may('tenants:manage') ? <OutageCard /> : null}
        {may('tenants:manage') ? <StreamCard /> : null}
        <DiskCard metrics={metrics.data} />
        <NodesCard metrics={metrics.data} />
      </div>
    </PageLayout>
  );
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The codes of languages are those of BCP 47. */
const languageName = (code: string): string => languageNames.of(code) ?? code;

function HealthTiles({ metrics }: { readonly metrics: readonly Metric[] }) {
  const readiness = useCall('getReadiness', {}, { every: () => readAgainMs });
  const inProgress = metrics.find(({ name }) => name === 'avow_queries_in_progress')?.value;
  return (
    <Loaded reading={readiness}>
      {({ status, checks, languages }) => (
        <div className="tiles">
          <FigureTile name={operationTexts.health}>
            <Badge tone={status === 'ready' ? 'good' : 'bad'}>
              {status === 'ready' ? operationTexts.ready : operationTexts.notReady}
            </Badge>
          </FigureTile>
          {Object.entries(checks).map(([name, state]) => (
            <FigureTile key={name} name={operationTexts.checks[name] ?? name}>
              <Badge tone={state === 'ok' ? 'good' : 'bad'}>
                {state === 'ok' ? operationTexts.ok : operationTexts.failing}
              </Badge>
            </FigureTile>
          ))}
          <FigureTile name={operationTexts.inProgress}>{inProgress ?? texts.none}</FigureTile>
          <BrokenChecks metrics={metrics} />
          <FigureTile name={operationTexts.languages}>
            {languages.embedded.map(languageName).join(', ')}
          </FigureTile>
        </div>
      )}
    </Loaded>
  );
}

/** Checks that are broken, since the service was started. */
function BrokenChecks({ metrics }: { readonly metrics: readonly Metric[] }) {
  const broken = metrics.filter(
    ({ name, value }) => name === 'avow_guardrail_unavailable_total' && value > 0,
  );
  return (
    <FigureTile name={operationTexts.brokenChecks}>
      {broken.length === 0 ? (
        <Badge tone="good">{operationTexts.noBrokenChecks}</Badge>
      ) : (
        broken.map(({ labels, value }) => (
          <Badge key={labels['name'] ?? ''} tone="bad">
            {operationTexts.brokenCheck(labels['name'] ?? '', formatCount(value))}
          </Badge>
        ))
      )}
    </FigureTile>
  );
}

function LatencyCard({ metrics }: { readonly metrics: readonly Metric[] }) {
  const recordsLink = useRecordsLink();
  const latency = useCall('getLatencyInsight');
  return (
    <Card title={operationTexts.models}>
      <Loaded reading={latency}>
        {(found) => (
          <div className="stack">
            <TierTable latency={found} metrics={metrics} />
            {found.total.count === 0 ? (
              <>
                <h3>{operationTexts.latency}</h3>
                <p className="quiet">{operationTexts.noLatency}</p>
              </>
            ) : (
              <TimeChart
                title={operationTexts.latency}
                unit={operationTexts.latencyUnit}
                arrangement="behind"
                series={[
                  { name: operationTexts.median, tone: 'accent' },
                  { name: operationTexts.p95, tone: 'quiet' },
                ]}
                points={found.days.map(({ day, p50_ms: p50, p95_ms: p95, count }) => ({
                  ...{ id: day, name: formatDay(day), values: [p50, p95] },
                  note: operationTexts.messageCount(count),
                  link: recordsLink(searchOfDay(day)),
                }))}
                format={formatMs}
                summary={`${operationTexts.median}: ${formatMs(found.total.p50_ms ?? 0)}, ${operationTexts.p95}: ${formatMs(found.total.p95_ms ?? 0)} (${operationTexts.messageCount(found.total.count)})`}
              />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function VectorCard() {
  const { vectors: title, vectorsHint: hint, noVectors: none } = operationTexts;
  return <ProgressCard {...{ title, hint, none }} progressOf={({ embeddings }) => embeddings} />;
}

function ScreeningCard() {
  const { screening: title, screeningHint: hint, noScreening: none } = operationTexts;
  return <ProgressCard {...{ title, hint, none }} progressOf={({ screening }) => screening} />;
}

/** How far something is that is done to the content of each pack. */
function ProgressCard({
  title,
  hint,
  none,
  progressOf,
}: {
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly progressOf: (pack: ContentPack) => ContentPack['embeddings'];
}) {
  const packs = useList('listContentPacks', { query: { limit: 100 } });
  return (
    <Card title={title}>
      <div className="stack">
        <p className="quiet">{hint}</p>
        <Loaded reading={packs}>
          {(found) => (
            <FactList
              rows={found.map((pack) => [
                pack.name,
                <PackProgress key={pack.name} name={pack.name} none={none} progress={progressOf(pack)} />,
              ])}
            />
          )}
        </Loaded>
      </div>
    </Card>
  );
}

function PackProgress({
  name,
  none,
  progress,
}: {
  readonly name: string;
  readonly none: string;
  readonly progress: ContentPack['embeddings'];
}) {
  if (progress === null || progress.total === 0) return <span className="quiet">{none}</span>;
  const { done, total } = progress;
  return (
    <div className="stack tight">
      <span className="nums">{`${formatCount(done)} / ${formatCount(total)} (${formatShare(done / total)})`}</span>
      <Meter label={name} value={done / total} />
    </div>
  );
}
