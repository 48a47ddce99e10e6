import { useReviewFigures } from '../../api/use-review-figures.ts';
import { formatAgo, formatCount, formatDuration } from '../../design/format.ts';
import { FigureTile } from '../../design/surface.tsx';
import { reviewTexts } from '../../texts/review.ts';
import { texts } from '../../texts.ts';

/** How much waits, in a line. */
export function PendingFigures() {
  const { data } = useReviewFigures();
  if (data === undefined || data.pending === 0) return null;
  const { pending, overdue, oldest_pending_since: oldest } = data;
  const parts = [
    reviewTexts.pendingCount(formatCount(pending)),
    ...(overdue === 0 ? [] : [reviewTexts.overdueCount(formatCount(overdue))]),
    ...(oldest === null ? [] : [reviewTexts.oldest(formatAgo(oldest))]),
  ];
  return <p className="quiet">{parts.join(', ')}</p>;
}

/** What was decided lately, and how long it took. */
export function DecidedFigures() {
  const { data } = useReviewFigures();
  if (data === undefined) return null;
  const { decided } = data;
  const duration = (ms: number | null) => (ms === null ? texts.none : formatDuration(ms));
  return (
    <section className="stack tight" aria-label={reviewTexts.ofDays(decided.days)}>
      <div className="tiles">
        <FigureTile name={reviewTexts.median}>{duration(decided.median_ms)}</FigureTile>
        <FigureTile name={reviewTexts.p90}>{duration(decided.p90_ms)}</FigureTile>
        <FigureTile name={reviewTexts.outcomes['deliver'] ?? ''}>{formatCount(decided.delivered)}</FigureTile>
        <FigureTile name={reviewTexts.outcomes['edit'] ?? ''}>{formatCount(decided.edited)}</FigureTile>
        <FigureTile name={reviewTexts.outcomes['block'] ?? ''}>{formatCount(decided.blocked)}</FigureTile>
        <FigureTile name={reviewTexts.outcomes['expire'] ?? ''}>{formatCount(decided.expired)}</FigureTile>
      </div>
      <p className="small quiet">{reviewTexts.ofDays(decided.days)}</p>
    </section>
  );
}
