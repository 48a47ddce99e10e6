import type { ActivityInsight } from '@avow/contract/insights';
import { formatCount, formatDay } from '../../design/format.ts';
import { Card } from '../../design/surface.tsx';
import { TimeChart } from '../../design/time-chart.tsx';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { texts } from '../../texts.ts';
import { searchOfDay, useRecordsLink } from '../records/records-link.ts';

type Day = ActivityInsight['days'][number];

type Search = Readonly<Record<string, string>>;

interface Series {
  readonly name: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly count: (day: Day) => number;
  /** What selects these among the records of a day; undefined: no filter does. */
  readonly search?: Search;
}

const outcomes: readonly Series[] = [
  { name: dashboardTexts.answered, tone: 'good', count: (day: Day) => day.answered },
  {
    ...{ name: dashboardTexts.declined, tone: 'warn', count: (day: Day) => day.declined },
    search: { status: 'delivered', band: 'none' },
  },
  {
    ...{ name: dashboardTexts.blocked, tone: 'bad', count: (day: Day) => day.blocked },
    search: { status: 'blocked' },
  },
  { name: dashboardTexts.other, tone: 'quiet', count: (day: Day) => day.other },
];

const bands: readonly Series[] = [
  {
    ...{ name: texts.bands['high'] ?? '', tone: 'good', count: (day: Day) => day.bands.high },
    search: { band: 'high' },
  },
  {
    ...{ name: texts.bands['medium'] ?? '', tone: 'warn', count: (day: Day) => day.bands.medium },
    search: { band: 'medium' },
  },
  {
    ...{ name: texts.bands['low'] ?? '', tone: 'bad', count: (day: Day) => day.bands.low },
    search: { band: 'low' },
  },
];

const verdicts: readonly Series[] = [
  { name: dashboardTexts.right, tone: 'good', count: (day: Day) => day.right },
  { name: dashboardTexts.wrong, tone: 'bad', count: (day: Day) => day.wrong },
];

interface Props {
  readonly activity: ActivityInsight;
  /** Empty: all of them. */
  readonly channel: string;
}

/** What became of the questions of each day, how sure the answers were, and what people said of them. */
export function ActivityCharts({ activity: { days, total }, channel }: Props) {
  const recordsLink = useRecordsLink();
  /** The records of one day, or some of them. */
  const linkOf = (day: string, search: Search = {}) =>
    recordsLink({ ...searchOfDay(day), ...(channel === '' ? {} : { channel }), ...search });
  const chartOf = (series: readonly Series[]) => ({
    series,
    points: days.map((each) => ({
      ...{ id: each.day, name: formatDay(each.day), values: series.map(({ count }) => count(each)) },
      link: linkOf(each.day),
      links: series.map(({ search }) => (search === undefined ? undefined : linkOf(each.day, search))),
    })),
    format: formatWhole,
  });
  return (
    <div className="columns even">
      <Card>
        <TimeChart
          title={dashboardTexts.outcomes}
          unit={dashboardTexts.questionsADay}
          summary={dashboardTexts.outcomesSummary(total)}
          {...chartOf(outcomes)}
        />
      </Card>
      <Card>
        <TimeChart
          title={dashboardTexts.bands}
          unit={dashboardTexts.answersADay}
          summary={dashboardTexts.bandsSummary(total.bands)}
          {...chartOf(bands)}
        />
      </Card>
      {total.right + total.wrong === 0 ? null : (
        <Card>
          <TimeChart
            title={dashboardTexts.verdicts}
            unit={dashboardTexts.judgedADay}
            summary={dashboardTexts.verdictsSummary(total)}
            {...chartOf(verdicts)}
          />
        </Card>
      )}
    </div>
  );
}

/** Half a question is the middle of an axis up to one. */
const formatWhole = (count: number) => (Number.isInteger(count) ? formatCount(count) : '');
