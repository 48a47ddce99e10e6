import { randomBytes, randomInt } from 'node:crypto';
import type { ModelSettings } from '@avow/inference';
import { asData } from '@avow/text';

/** Separates data from the instructions to the model. New for each task, so that no text can anticipate it. */
export interface DataMarks {
  /** Stands in every mark that begins or ends data. */
  readonly fence: string;
  /** Never to be repeated: a model that repeats it reveals its instructions. */
  readonly canary: string;
  /** Stands between words, or before lines, of what was retrieved. No source has it. Null: none is set. */
  readonly sign: string | null;
  readonly datamarking: ModelSettings['datamarking'];
}

/** Seldom written, and short for most models. */
const signs = Array.from('¦¬¤¨¸ˆˇ˘˛˝');
/** Where the sources have all of those: private characters, of which there are more than a source has. */
const privateFrom = 0xe000;
const privateTo = 0xf8ff;

export function createDataMarks(
  texts: readonly string[],
  datamarking: ModelSettings['datamarking'],
): DataMarks {
  const fence = randomBytes(8).toString('hex');
  const canary = randomBytes(12).toString('hex');
  return { fence, canary, sign: datamarking === 'off' ? null : chooseSign(texts.join(' ')), datamarking };
}

function chooseSign(text: string): string {
  const free = signs.filter((sign) => !text.includes(sign));
  const chosen = free[randomInt(Math.max(1, free.length))];
  if (chosen !== undefined) return chosen;
  const first = randomInt(privateFrom, privateTo);
  for (let code = first; code <= privateTo; code++) {
    const sign = String.fromCharCode(code);
    if (!text.includes(sign)) return sign;
  }
  return String.fromCharCode(first);
}

/** A text as data, without what cannot be seen and can be read, as tags and turned directions. These go first: they could hide a sign. */
export function asVisibleData(text: string): string {
  return asData(text.toWellFormed().replace(unseenCharacters, ''));
}

const unseenCharacters = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** What was retrieved, as data, with the sign of the task all through it. */
export function asMarkedData(text: string, { sign, datamarking }: DataMarks): string {
  const data = asVisibleData(text);
  if (sign === null) return data;
  const unsigned = data.replaceAll(sign, ' ');
  if (datamarking === 'words') return unsigned.replace(/[ \t]+/g, sign);
  return unsigned.replace(/^/gm, sign);
}
