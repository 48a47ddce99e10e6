import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { useReviewFigures } from '../../api/use-review-figures.ts';
import { BandBadge } from '../../design/badges.tsx';
import { formatAge, formatCount } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card } from '../../design/surface.tsx';
import { homeTexts } from '../../texts/home.ts';
import { reviewTexts } from '../../texts/review.ts';

const shownMax = 5;

/** The answers that wait longest for a person, for people whose work they are. */
export function WaitingCard() {
  const reviews = useList('listPendingReviews', { query: { limit: shownMax } }, { isLogged: true });
  return (
    <Card
      title={homeTexts.waiting}
      actions={
        <Link to="/review" className="small">
          {homeTexts.openQueue}
        </Link>
      }
    >
      <Loaded reading={reviews}>
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">{homeTexts.nothingWaits}</p>
          ) : (
            <div className="stack">
              <Counts />
              <ul className="stack">
                {found.slice(0, shownMax).map((review) => (
                  <li key={review.message_id}>
                    <span className="row between">
                      <Link to="/review" search={{ message: review.message_id }} className="strong clip">
                        {review.question}
                      </Link>
                      <BandBadge confidence={review.confidence} />
                    </span>
                    <span className="row wrap small quiet">
                      <span>{reviewTexts.waiting(formatAge(review.pending_ms))}</span>
                      {review.is_overdue ? <Badge tone="warn">{reviewTexts.overdue}</Badge> : null}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

/** How much waits altogether, how much of it is theirs, and how much is overdue. */
function Counts() {
  const { data } = useReviewFigures();
  if (data === undefined) return null;
  const { pending, mine, overdue } = data;
  const parts = [
    reviewTexts.pendingCount(formatCount(pending)),
    ...(mine === 0 ? [] : [reviewTexts.mineCount(formatCount(mine))]),
    ...(overdue === 0 ? [] : [reviewTexts.overdueCount(formatCount(overdue))]),
  ];
  return <p className="quiet">{parts.join(', ')}</p>;
}
