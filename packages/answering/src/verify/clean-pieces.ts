/** Makes the text to be read out of the pieces that a model sends. However they are cut, the text is the same. */
export interface PieceCleaner {
  /** What is certain by now; the beginning of a tag waits for its end. */
  push(piece: string): string;
  end(): string;
}

const thoughtTag = /<(\/?)(?:think|thinking|thought|reasoning)>/i;
const tagBeginning = /<\/?[a-z]{0,9}$/i;
const tagUnitsMax = 12;
const controlCharacters = /[^\P{Cc}\t\n]/gu;

/** Drops what a model thinks aloud between tags, and leaves one kind of line end and no control characters. */
export function createPieceCleaner(): PieceCleaner {
  let buffered = '';
  let isThinking = false;
  let endedWithReturn = false;

  function plain(text: string): string {
    if (text === '') return '';
    const joined = endedWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    endedWithReturn = text.endsWith('\r');
    return joined.replace(/\r\n?/g, '\n').replace(controlCharacters, ' ');
  }

  function take(isEnd: boolean): string {
    let text = '';
    for (;;) {
      const tag = thoughtTag.exec(buffered);
      if (tag === null) break;
      if (!isThinking) text += buffered.slice(0, tag.index);
      isThinking = tag[1] === '';
      buffered = buffered.slice(tag.index + tag[0].length);
    }
    const waits = isEnd ? 0 : (tagBeginning.exec(buffered.slice(-tagUnitsMax))?.[0].length ?? 0);
    const certain = buffered.slice(0, buffered.length - waits);
    buffered = buffered.slice(certain.length);
    return plain(isThinking ? text : text + certain);
  }

  return {
    push: (piece) => {
      buffered += piece;
      return take(false);
    },
    end: () => take(true),
  };
}
