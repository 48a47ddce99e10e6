const offerStart = 'Did you mean: “';
const offerEnd = '”';

/** The question to ask back: which of several things is meant, or whether the only one is. Null: there is nothing to choose from. */
export function writeClarifyingQuestion(choices: readonly string[]): string | null {
  const [only] = choices;
  if (only === undefined) return null;
  if (choices.length === 1) return `${offerStart}${only}${offerEnd}`;
  const named = choices.map((choice) => `“${choice}”`);
  return `Is this about ${named.slice(0, -1).join(', ')} or ${named.at(-1)}?`;
}

/** The one question that a clarifying question offers; null: it offers several things, or none. */
export function offeredBy(clarifyingQuestion: string | null): string | null {
  if (clarifyingQuestion?.startsWith(offerStart) !== true || !clarifyingQuestion.endsWith(offerEnd))
    return null;
  return clarifyingQuestion.slice(offerStart.length, -offerEnd.length);
}
