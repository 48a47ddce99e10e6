/** Everything that is said in a chat beside the answers. */
export const chatTexts = {
  empty: 'Ask me a question, and I look for the answer in the content that I am connected to.',
  sources: 'Sources',
  near: 'Nearest passages, which may not answer the question',
  confidence: (band: string) =>
    ({
      high: 'Confidence: high.',
      medium: 'Confidence: medium. Check the sources.',
      low: 'Confidence: low. This answer may be wrong: check the sources.',
    })[band] ?? `Confidence: ${band}.`,
  generated: (kind: string) =>
    ({
      written: 'Answered automatically: a language model wrote this from the sources.',
      quoted: 'Answered automatically, in the words of the sources.',
      curated: 'Answered automatically, with an answer that people wrote.',
    })[kind] ?? 'Answered automatically.',
  clarify: 'Reply here to say which one you mean.',
  shortened: (messageId: string) =>
    `The answer is longer than a message may be. It is on record as ${messageId}.`,
  review: 'A person reviews this answer first. I post it here once it is released.',
  reviewOpen: 'The answer is still under review. Ask again later.',
  reviewUnseen: 'A person reviews this answer first. I cannot see when it is released: ask again later.',
  ended: 'The question ended without an answer. Please ask it again.',
  restrictedElsewhere:
    'Here I use content that everyone may see. In a direct message I also use what your groups may see.',
  groupsUnknown: 'Your groups could not be read, so only content that everyone may see was used.',
  external: 'I answer members of this workspace only.',
  right: 'Right',
  wrong: 'Wrong',
  thanks: 'Thank you. Your feedback is stored.',
  notYours: 'Only the person who asked can rate this answer.',
  notRated: 'The feedback could not be stored.',
  tooMany: (seconds: number | null) =>
    `There are too many questions at the moment. Try again ${seconds === null ? 'later' : `in ${seconds} s`}.`,
  refused: (detail: string) => `The question was refused: ${detail}`,
  misconfigured: (requestId: string) =>
    `I am not set up correctly, so the question was not answered. Please contact the people who run me (request ${requestId}).`,
  failed: (requestId: string) => `The answer service failed. Try again later (request ${requestId}).`,
  unreachable: 'The answer service cannot be reached. Try again later.',
  unexpected: 'Something went wrong, and the question was not answered. Try again later.',
};
