interface Outcomes {
  readonly questions: number;
  readonly answered: number;
  readonly declined: number;
  readonly blocked: number;
  readonly right: number;
  readonly wrong: number;
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

export const dashboardTexts = {
  title: 'What is asked here',
  period: 'Period',
  lastDays: (days: string) => `Last ${days} days`,
  channel: 'Channel',
  allChannels: 'All channels',
  nothing: 'Nobody has asked in this time',
  nothingHint: 'Ask a question above, or put the chat on a web page: what is asked is counted here.',
  partial: (count: string) => `Only the newest ${count} questions of this time are counted.`,
  questions: 'Questions',
  questionsNote: 'that have ended',
  answered: 'Answered',
  declined: 'Declined',
  blocked: 'Blocked',
  other: 'Failed or cancelled',
  ofQuestions: (count: number) => counted(count, 'question'),
  confidence: 'Mean confidence',
  low: (count: number) => (count === 1 ? '1 answer is low' : `${count} answers are low`),
  feedback: 'Rated right',
  judged: (count: number) => `of ${counted(count, 'rated answer')}`,
  review: 'Pending review',
  reviewNote: 'now',
  orMore: ' or more',
  outcomes: 'What became of the questions',
  questionsADay: 'Questions a day',
  outcomesSummary: ({ questions, answered, declined, blocked }: Outcomes) =>
    `${counted(questions, 'question')}: ${answered} answered, ${declined} declined, ${blocked} blocked.`,
  bands: 'How sure the answers were',
  answersADay: 'Answers a day, by confidence',
  bandsSummary: ({ high, medium, low }: { high: number; medium: number; low: number }) =>
    `${counted(high + medium + low, 'answer')}: ${high} high, ${medium} medium, ${low} low.`,
  verdicts: 'What people said of the answers',
  judgedADay: 'Rated answers a day, by the day of the question',
  verdictsSummary: ({ right, wrong }: Outcomes) =>
    `${counted(right + wrong, 'rated answer')}: ${right} right, ${wrong} wrong or partly right.`,
  right: 'Right',
  wrong: 'Wrong',
  topics: 'Top topics',
  topicsHint: (count: string) => `The content that the newest ${count} answers rest on.`,
  noTopics: 'No answer has quoted content yet.',
  gaps: 'Top gaps',
  gapsHint: 'Questions that nothing answers well, similar ones together.',
  noGaps: 'Nothing is open.',
  allGaps: 'All of them',
  times: (count: number) => `×${count}`,
  byChannel: 'By channel',
  omitted: (count: number) => `${counted(count, 'more channel')} with fewer questions.`,
};
