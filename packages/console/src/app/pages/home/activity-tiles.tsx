import type { ActivityInsight } from '@avow/contract/insights';
import type { ComponentProps } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { formatCount, formatScore, formatShare } from '../../design/format.ts';
import { FigureTile } from '../../design/surface.tsx';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { texts } from '../../texts.ts';
import { useRecordsLink } from '../records/records-link.ts';

interface Props {
  readonly activity: ActivityInsight;
  /** The first instant of the period. */
  readonly from: string;
  /** Empty: all of them. */
  readonly channel: string;
}

/** The figures of the period, each a link to what is behind it for people who may see that. */
export function ActivityTiles({ activity: { total }, from, channel }: Props) {
  const may = useMay();
  const recordsLink = useRecordsLink();
  const common = { from: from.slice(0, 10), ...(channel === '' ? {} : { channel }) };
  const records = (search: Readonly<Record<string, string>>) => recordsLink({ ...common, ...search });
  const shareOf = (count: number) =>
    total.questions === 0 ? texts.none : formatShare(count / total.questions);
  const judged = total.right + total.wrong;
  return (
    <ul className="tiles">
      <Tile name={dashboardTexts.questions} link={records({})} note={dashboardTexts.questionsNote}>
        {formatCount(total.questions)}
      </Tile>
      <Tile
        name={dashboardTexts.answered}
        link={records({ status: 'delivered' })}
        note={dashboardTexts.ofQuestions(total.answered)}
      >
        {shareOf(total.answered)}
      </Tile>
      <Tile
        name={dashboardTexts.declined}
        link={{ to: '/unanswered' }}
        note={dashboardTexts.ofQuestions(total.declined)}
      >
        {shareOf(total.declined)}
      </Tile>
      <Tile
        name={dashboardTexts.blocked}
        link={records({ status: 'blocked' })}
        note={dashboardTexts.ofQuestions(total.blocked)}
      >
        {shareOf(total.blocked)}
      </Tile>
      <Tile
        name={dashboardTexts.confidence}
        link={{ to: '/quality', search: { tab: 'scores' } }}
        note={dashboardTexts.low(total.bands.low)}
      >
        {total.mean_score === null ? texts.none : formatScore(total.mean_score)}
      </Tile>
      <Tile
        name={dashboardTexts.feedback}
        link={{ to: '/feedback', search: { state: 'all' } }}
        note={dashboardTexts.judged(judged)}
      >
        {judged === 0 ? texts.none : formatShare(total.right / judged)}
      </Tile>
      {may('review:decide') ? <ReviewTile /> : null}
    </ul>
  );
}

const reviewsMax = 100;

function ReviewTile() {
  const pending = useCall('listPendingReviews', { query: { limit: reviewsMax } });
  const count = pending.data?.data.length;
  return (
    <Tile name={dashboardTexts.review} link={{ to: '/review' }} note={dashboardTexts.reviewNote}>
      {count === undefined
        ? texts.none
        : `${formatCount(count)}${pending.data?.has_more === true ? dashboardTexts.orMore : ''}`}
    </Tile>
  );
}

const Tile = (props: ComponentProps<typeof FigureTile>) => (
  <li>
    <FigureTile {...props} />
  </li>
);
