import { codePointLength } from '@avow/contract';
import { z } from 'zod';

/** A document of a pack as its folder holds it. */
export interface FolderDocument {
  /** The path within the folder, with `/` between its parts. */
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  readonly format: 'markdown' | 'text';
}

export interface FolderPair {
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly answer: string;
  readonly source: string;
  readonly url: string | null;
}

export interface PackFolder {
  readonly name: string;
  readonly description: string;
  readonly documents: readonly FolderDocument[];
  readonly curated: readonly FolderPair[];
}

export interface FolderLimits {
  readonly filesMax: number;
  readonly fileBytesMax: number;
  readonly totalBytesMax: number;
  readonly pairsMax: number;
  readonly depthMax: number;
}

const mebibyte = 1024 * 1024;
export const folderLimits: FolderLimits = {
  filesMax: 10_000,
  fileBytesMax: 20 * mebibyte,
  totalBytesMax: 512 * mebibyte,
  pairsMax: 100_000,
  depthMax: 32,
};

const questionPointsMax = 1_000;
const answerPointsMax = 32_000;
const alternativesMax = 100;

/** JSON escapes can write what the file's own bytes may not hold: NUL, and half of a surrogate pair. */
function written(pointsMax: number) {
  return z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => text !== '', 'must not be empty')
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'holds characters that cannot be stored')
    .refine((text) => codePointLength(text) <= pointsMax, `must be at most ${pointsMax} characters`);
}

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2_048);

export const packFileSchema = z.strictObject({
  name: written(128).optional(),
  description: written(2_000).optional(),
});

const pairSchema = z.strictObject({
  question: written(questionPointsMax),
  alternatives: z.array(written(questionPointsMax)).max(alternativesMax).default([]),
  answer: written(answerPointsMax),
  source: written(512).optional(),
  url: webAddress.optional(),
});

export const pairFileSchema = z.array(pairSchema);

export const frontMatterUrlSchema = webAddress;
