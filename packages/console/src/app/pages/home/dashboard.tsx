import type { ActivityInsight } from '@avow/contract/insights';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCall } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { formatCount } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Card, CardLevel, Empty, Notice } from '../../design/surface.tsx';
import { channelName } from '../../texts/channels.ts';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { CostCard } from '../operations/cost-card.tsx';
import { ActivityCharts } from './activity-charts.tsx';
import { ActivityTiles } from './activity-tiles.tsx';
import { ChannelTable } from './channel-table.tsx';
import { Gaps, Topics } from './topics.tsx';

const dayMs = 86_400_000;
const periods = ['7', '30', '90'] as const;

/** The first instant of a period that ends today. A day of the service is one in UTC. */
const startOf = (days: number) => new Date(Math.floor(Date.now() / dayMs - days + 1) * dayMs).toISOString();

/** What was asked, what became of it, and what to do about it: over time and by channel. */
export function Dashboard() {
  const navigate = useNavigate();
  const { days: given = '30', channel = '' } = useSearch({ strict: false });
  const days = periods.find((each) => each === given) ?? '30';
  const from = startOf(Number(days));
  const activity = useCall('getActivityInsight', { query: { from, channel_type: channel } });
  const show = (next: { readonly days?: string; readonly channel?: string }) => {
    const { days: shownDays, channel: shownChannel } = { days, channel, ...next };
    void navigate({
      to: '/',
      search: { days: shownDays, ...(shownChannel === '' ? {} : { channel: shownChannel }) },
      replace: true,
    });
  };
  return (
    <Loaded reading={activity}>
      {(found) => (
        <section className="stack dashboard" aria-label={dashboardTexts.title}>
          <div className="row between wrap">
            <h2>{dashboardTexts.title}</h2>
            <div className="row wrap">
              <SelectField
                label={dashboardTexts.period}
                value={days}
                onChange={(next) => show({ days: next })}
                options={periods.map((value) => ({ value, label: dashboardTexts.lastDays(value) }))}
              />
              <SelectField
                label={dashboardTexts.channel}
                value={channel}
                onChange={(next) => show({ channel: next })}
                options={channelOptions(found, channel)}
              />
            </div>
          </div>
          {found.total.questions === 0 ? (
            <Card>
              <Empty title={dashboardTexts.nothing}>
                <p>{dashboardTexts.nothingHint}</p>
              </Empty>
            </Card>
          ) : (
            <>
              {found.complete ? null : (
                <Notice tone="info">{dashboardTexts.partial(formatCount(found.counted))}</Notice>
              )}
              <ActivityTiles activity={found} from={from} channel={channel} />
              <ActivityCharts activity={found} channel={channel} />
              <CardLevel value={3}>
                <div className="columns even">
                  <Topics activity={found} />
                  <Gaps from={from} />
                  <ChannelTable activity={found} days={days} />
                  <CostCard from={from} />
                </div>
              </CardLevel>
            </>
          )}
        </section>
      )}
    </Loaded>
  );
}

/** The chosen one is always there, also if nobody has asked through it. */
function channelOptions({ channels }: ActivityInsight, chosen: string) {
  const names = new Set(channels.map(({ channel_type: name }) => name));
  if (chosen !== '') names.add(chosen);
  return [
    { value: '', label: dashboardTexts.allChannels },
    ...[...names].map((name) => ({ value: name, label: channelName(name) })),
  ];
}
