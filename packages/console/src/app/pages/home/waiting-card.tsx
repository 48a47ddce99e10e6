import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { BandBadge } from '../../design/badges.tsx';
import { formatAge } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Card } from '../../design/surface.tsx';
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
            <ul className="stack">
              {found.map(({ message_id: message, question, confidence, pending_ms: ageMs }) => (
                <li key={message}>
                  <span className="row between">
                    <Link to="/review" search={{ message }} className="strong clip">
                      {question}
                    </Link>
                    <BandBadge confidence={confidence} />
                  </span>
                  <span className="small quiet">{reviewTexts.waiting(formatAge(ageMs))}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
