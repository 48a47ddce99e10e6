/** One sequence of tokens as the model reads it: what is asked, and as much of a text as fits behind it. */
export interface TextWindow {
  readonly ids: readonly number[];
  /** Where the text's tokens begin. They are all but the last one, which is a separator. */
  readonly textAt: number;
  /** Which of the text's tokens is the first here. */
  readonly firstToken: number;
}

/**
 * Windows on a text, each behind the same head: every token of the text is in one at least, and neighbours have some in
 * common, so that an answer which one window cuts is whole in the next. A text without tokens has one window.
 */
export function splitWindows(options: {
  readonly head: readonly number[];
  readonly text: readonly number[];
  readonly separator: number;
  readonly tokensMax: number;
  readonly overlapTokens: number;
}): TextWindow[] {
  const { head, text, separator, tokensMax } = options;
  const room = tokensMax - head.length - 1;
  if (room < 1) throw new RangeError('There is no room for a text.');
  const stride = Math.max(1, room - options.overlapTokens);
  const windows: TextWindow[] = [];
  for (let firstToken = 0; ; firstToken += stride) {
    const ids = [...head, ...text.slice(firstToken, firstToken + room), separator];
    windows.push({ ids, textAt: head.length, firstToken });
    if (firstToken + room >= text.length) return windows;
  }
}
