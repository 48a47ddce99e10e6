import { quantile } from '@avow/foundation/statistics';
import type { Feedback } from '../../feedback/feedback-store.ts';
import type { Decision } from '../../review/review-store.ts';
import type { FigureBook } from './figure-book.ts';

const outcomes = {
  deliver: 'delivered as proposed',
  edit: 'edited before it was delivered',
  block: 'blocked',
  expire: 'nobody decided in time',
} as const;

/** What people decided about answers before they were given. */
export function countReviews(book: FigureBook, decisions: readonly Decision[]): void {
  book.count(decisions.length, {
    key: 'review.total',
    title: 'Answers in review that ended',
    definition: 'Answers that were pending review and were decided, or expired, in the period.',
  });
  for (const [outcome, said] of Object.entries(outcomes))
    book.share(
      { hits: decisions.filter((one) => one.outcome === outcome).length, total: decisions.length },
      {
        key: `review.${outcome}`,
        title: `Reviews: ${said}`,
        definition: `The share of these answers: ${said}.`,
      },
    );
  const decided = decisions.filter(({ decidedBy }) => decidedBy !== null);
  const waits = decided.map((one) => one.decidedAtMs - one.pendingSinceMs).sort((one, other) => one - other);
  const said = 'Of decisions of people, the time from when the answer was pending to the decision';
  book.measure(waits.length === 0 ? null : quantile(waits, 0.5), 'ms', {
    key: 'review.median_ms',
    title: 'Time to decide, median',
    definition: `${said}: half of them took at most this.`,
  });
  book.measure(waits.length === 0 ? null : quantile(waits, 0.95), 'ms', {
    key: 'review.p95_ms',
    title: 'Time to decide, 95 of 100',
    definition: `${said}: 95 of 100 took at most this.`,
  });
  book.count(new Set(decided.map(({ decidedBy }) => decidedBy)).size, {
    key: 'review.people',
    title: 'Who decided',
    definition: 'Different people and keys that decided in the period.',
  });
}

export function countFeedback(book: FigureBook, feedback: readonly Feedback[], feedbackMax: number): void {
  book.count(feedback.length, {
    key: 'feedback.total',
    title: 'Feedback received',
    definition: `Feedback of the period on answers, the newest ${feedbackMax} at most.`,
  });
  book.share(
    { hits: feedback.filter(({ verdict }) => verdict !== 'right').length, total: feedback.length },
    {
      key: 'feedback.wrong',
      title: 'Feedback that an answer was not right',
      definition: 'The share of this feedback with another verdict than right.',
    },
  );
  book.count(feedback.filter(({ proposal }) => proposal.state === 'drafted').length, {
    key: 'feedback.corrected',
    title: 'Better answers that were taken over',
    definition: 'Feedback with a better answer that somebody has put into the draft of a content pack.',
  });
}
