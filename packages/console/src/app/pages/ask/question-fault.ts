import { codePointLength } from '@avow/contract/values';
import { formatCount } from '../../design/format.ts';
import { askTexts } from '../../texts/ask.ts';

/** Why a question cannot be asked; undefined: it can. */
export function questionFault(question: string, codePointsMax: number): string | undefined {
  const length = codePointLength(question);
  return length <= codePointsMax
    ? undefined
    : askTexts.tooLong(formatCount(length), formatCount(codePointsMax));
}
