const mark = '- ';

/** What a failed job says, and the lines below it that are marked with a dash, as a gate lists questions. */
export function readFailure(text: string): { readonly said: string; readonly listed: readonly string[] } {
  const lines = text.split('\n');
  const end = lines.findLastIndex((line) => !line.startsWith(mark)) + 1;
  return {
    said: lines.slice(0, end).join('\n'),
    listed: lines.slice(end).map((line) => line.slice(mark.length)),
  };
}
