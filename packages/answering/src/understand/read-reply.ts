import { ModelFault } from '@avow/inference';

/** A longer reply is not a question, and is not read to its end. */
const outputUnitsMax = 1_000;

/** What a model says in reply; empty where it failed. Errors that are neither the model's nor of the time it had are ours. */
export async function readReply(pieces: AsyncIterable<string>, limit: AbortSignal): Promise<string> {
  let text = '';
  try {
    for await (const piece of pieces) {
      text += piece;
      if (text.length > outputUnitsMax) return '';
    }
  } catch (error) {
    if (error instanceof ModelFault || limit.aborted) return '';
    throw error;
  }
  return tidy(text);
}

export const onOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Models like to put what they were asked for between quotation marks, or between the tags that they were given. */
function tidy(written: string): string {
  const text = written
    .trim()
    .replace(/^<question>(.*)<\/question>$/su, '$1')
    .trim();
  return /^(["'“„«]).*["'”“»]$/su.test(text) ? text.slice(1, -1).trim() : text;
}
