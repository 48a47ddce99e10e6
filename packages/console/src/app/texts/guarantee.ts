const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
const answers = (count: number) => (count === 1 ? '1 answer' : `${count.toLocaleString('en-GB')} answers`);

/** The guarantee on the band high, in plain words. */
export const guaranteeTexts = {
  tab: 'Guarantee',
  notAllowed: 'People who may change guardrails see and set the guarantee here.',
  title: 'A guarantee for high confidence',
  about:
    'People check answers that are drawn at random. What they find sets the score at which high confidence begins, so that at most a share of these answers is wrong that you choose. It holds with 95 % confidence: of twenty such guarantees, at most one does not.',
  inForce: (wrongMax: number) =>
    `At most ${percent(wrongMax)} of the answers with high confidence are wrong.`,
  toShow: (wrongMax: number) =>
    `To be shown: at most ${percent(wrongMax)} of the answers with high confidence are wrong`,
  inForceSince: (when: string, line: string) =>
    `In force since ${when}. High confidence begins at a score of ${line}.`,
  reasons: {
    never_drawn:
      'No guarantee is in force: nobody has drawn answers to check yet. Scores are those of the model.',
    too_few_checked:
      'No guarantee is in force: the checks do not show it yet. Scores are those of the model.',
    ready: 'The checks show a guarantee. It is in force once you say so.',
    lapsed: 'The guarantee has lapsed. High confidence begins where the policy says. Draw answers again.',
    ended: 'The guarantee was ended. High confidence begins where the policy says.',
  } as Record<string, string>,
  causes: {
    checked_wrong: 'Too many of the answers checked since are wrong.',
    reported_wrong: 'Feedback alone calls too many of these answers wrong.',
    scores_shifted: 'Scores are distributed differently from when the answers were drawn.',
    scores_changed: 'Another model or calibration scores now.',
    expired: '90 days have passed.',
  } as Record<string, string>,
  data: 'What it is based on',
  basedOn: 'Checked answers above the line',
  wrongFound: 'Not found right',
  wrongAtMost: 'Wrong at most',
  period: 'Drawn from answers of',
  from: (start: string, end: string) => `${start} to ${end}`,
  cost: 'What it costs',
  costOf: (before: number, after: number) =>
    after < before
      ? `${answers(after)} of that time have high confidence with it, ${before.toLocaleString('en-GB')} without: ${answers(before - after)} fewer.`
      : `${answers(after)} of that time have high confidence with it, ${before.toLocaleString('en-GB')} without: it costs none.`,
  drift: 'Whether it still holds',
  holds: 'Nothing seen since speaks against it.',
  lapsesSoon: 'It lapses within the hour.',
  checkedSince: 'Checked since',
  reportedSince: 'Reported wrong since',
  wrongOf: (wrong: number, of: number) => `${wrong} of ${answers(of)}`,
  shift: 'Change of scores',
  until: 'In force at most until',
  end: 'End the guarantee',
  ended: 'The guarantee is ended.',
  draw: 'Draw answers to check',
  drawAgain: 'Draw other answers',
  drawAgainHint:
    'A new draw replaces this one. Each further draw needs somewhat more answers, so that drawing again and again does not lead to a guarantee by chance.',
  share: 'At most this share may be wrong',
  shares: [0.01, 0.02, 0.05, 0.1, 0.2].map((share) => ({ value: String(share), label: percent(share) })),
  count: 'How many answers to draw',
  countHint: (none: number, three: number) =>
    `Above the line, ${none} are enough if all are right, and ${three} if three are wrong. Draw more, because some are below it.`,
  countHintOther: 'The smaller the share, the more answers are needed.',
  days: 'From the last days',
  drawn: (count: number) => `${answers(count)} drawn. Check them one after the other.`,
  progress: (checked: number, count: number) => `${checked} of ${count} checked`,
  progressNeeded: (needed: number) =>
    `${answers(needed)} more above the line have to be right, if no more are wrong.`,
  progressLost:
    'Too many are wrong for this guarantee. Allow more wrong answers, or improve the content, and draw again.',
  progressShown: (line: string) => `The checks show a line: a score of ${line}.`,
  put: 'Put it in force',
  wasPut: 'The guarantee is in force from the next answer on.',
  check: 'Is this answer right?',
  checkHint:
    'Entirely right, for the person who asked. Partly right is wrong, because people rely on all of it.',
  right: 'Right',
  wrong: 'Wrong',
  left: (count: number) => `${answers(count)} left to check`,
  leftHidden:
    'The answers that are left are restricted to groups that you are not in. Somebody who is has to check them.',
  needed: 'How many checked answers it takes',
  neededHint: 'Above the line, for a first draw, with 95 % confidence.',
  neededShare: 'Wrong at most',
  neededNone: 'None wrong',
  neededOne: 'One wrong',
  neededThree: 'Three wrong',
  history: 'History',
  when: 'When',
  what: 'What happened',
  states: { in_force: 'Put in force', lapsed: 'Lapsed', ended: 'Ended' } as Record<string, string>,
  percent,
};
