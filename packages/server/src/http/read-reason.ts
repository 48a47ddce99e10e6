import { reasonHeader } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';

const codePointsMax = 500;

/** Why the client changes something, as it says in a header; empty: it does not say. */
export function readReason({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const given = headers[reasonHeader.toLowerCase()];
  if (given === undefined) return '';
  const text = decode(String(given)).trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if ([...text].length <= codePointsMax && text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text))
    return text;
  throw new AppError('validation_failed', {
    detail: `The header ${reasonHeader} has at most ${codePointsMax} characters, and none for control. Encode others than ASCII as UTF-8 with percent signs, as in addresses. Nothing was changed.`,
  });
}

/** As in addresses: a header has no other characters than ASCII. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
