import { base64Forms, reverse, squeeze } from '@avow/text';

/** Detects whether what a model writes reveals its instructions. */
export interface LeakFinder {
  /** True once the text so far does, however it was cut into pieces. */
  push(piece: string): boolean;
}

/** So many letters and digits in a row, some ten words, are repeated and not met by chance. */
const runLength = 48;
/** Runs are looked for from every so many letters of the instructions on: one of 63 holds such a run for certain. */
const runStride = 16;

/** What reveals instructions, in one folding of the text. */
interface Signs {
  readonly fold: (piece: string) => string;
  readonly runs: ReadonlySet<string>;
}

/** Instructions are the same for all questions in a language, but for a client's schema. */
const signsKeptMax = 8;
const keptSigns = new Map<string, readonly Signs[]>();

function signsOf(instructions: string): readonly Signs[] {
  const known = keptSigns.get(instructions);
  if (known !== undefined) return known;
  const signs = findSigns(instructions);
  if (keptSigns.size >= signsKeptMax) keptSigns.delete(keptSigns.keys().next().value as string);
  keptSigns.set(instructions, signs);
  return signs;
}

/**
 * Makes finders that look for long runs of the instructions: in any case, with anything between the letters, backwards
 * and in base64, and over all units together. What they look for is worked out once for all of them.
 */
export function createLeakFinders(instructions: string): () => LeakFinder {
  const all = signsOf(instructions);
  return () => {
    const finders = all.map(createRunFinder);
    let hasLeaked = false;
    return {
      push: (piece) => {
        for (const find of finders) if (find(piece)) hasLeaked = true;
        return hasLeaked;
      },
    };
  };
}

function findSigns(instructions: string): readonly Signs[] {
  const squeezed = squeeze(instructions);
  return [
    { fold: squeeze, runs: new Set([squeezed, reverse(squeezed)].flatMap(runsIn)) },
    // Codes are broken into lines.
    {
      fold: (piece) => piece.replace(/[^\w+/-]+/g, ''),
      runs: new Set(base64Forms(instructions).flatMap(runsIn)),
    },
  ];
}

/** Keeps as much of what came before as could go on in the next piece. */
function createRunFinder({ fold, runs }: Signs): (piece: string) => boolean {
  let kept = '';
  return (piece) => {
    const text = kept + fold(piece);
    kept = text.slice(Math.max(0, text.length - runLength + 1));
    for (let start = 0; start + runLength <= text.length; start++)
      if (runs.has(text.slice(start, start + runLength))) return true;
    return false;
  };
}

function runsIn(text: string): string[] {
  return Array.from({ length: Math.max(0, Math.ceil((text.length - runLength + 1) / runStride)) }, (_, at) =>
    text.slice(at * runStride, at * runStride + runLength),
  );
}
