const offerStart = 'Did you mean: “';
const offerEnd = '”';
const choiceStart = 'Is this about “';
const choiceEnd = '”?';

/** The question to ask back: which of several things is meant, or whether the only one is. Null: there is nothing to choose from. */
export function writeClarifyingQuestion(choices: readonly string[]): string | null {
  const [only] = choices;
  if (only === undefined) return null;
  if (choices.length === 1) return `${offerStart}${only}${offerEnd}`;
  const named = choices.map((choice) => `“${choice}”`);
  return `Is this about ${named.slice(0, -1).join(', ')} or ${named.at(-1)}?`;
}

/** What a clarifying question offers, in its order; empty: nothing. */
export function offeredBy(clarifyingQuestion: string | null): string[] {
  if (clarifyingQuestion === null) return [];
  const only = between(clarifyingQuestion, offerStart, offerEnd);
  if (only !== null) return [only];
  const several = between(clarifyingQuestion, choiceStart, choiceEnd);
  if (several === null) return [];
  const last = several.lastIndexOf('” or “');
  if (last === -1) return [];
  return [...several.slice(0, last).split('”, “'), several.slice(last + '” or “'.length)];
}

function between(text: string, start: string, end: string): string | null {
  const isFramed = text.startsWith(start) && text.endsWith(end) && text.length >= start.length + end.length;
  return isFramed ? text.slice(start.length, -end.length) : null;
}
