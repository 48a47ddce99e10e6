/**
 * How much anybody's labels may do. A label is somebody's word on an answer, or on a blocked prompt; a day is a day in UTC.
 *
 * Visitors with a publishable key are strangers, and a new one costs nothing: their labels never count. The first labels of
 * a day count, so that nobody displaces what was said before them.
 */
export const labelBounds = {
  /** Of one end user whom a key names. */
  perEndUserAndDay: 10,
  /** That came with one key, whomever it names, or from one person who was signed in. */
  perCallerAndDay: 50,
} as const;

/** What the service may change without a person. Scores are probabilities, before caps. */
export const unattendedBounds = {
  /** How long a proposal is shown before the service applies it. One applies at a time, so this is also the shortest time between two. */
  shownMs: 86_400_000,
  /** The most that one proposal may change any score by. */
  perChange: 0.05,
  /** The most that all of them may, since a person last decided. */
  sinceAccepted: 0.15,
} as const;
