import type { StoredDocument } from '@avow/answering';
import { codePointLength, queryRequestLimits, sourceSchema } from '@avow/contract';
import { z } from 'zod';

const questionPointsMax = 1_000;
const answerPointsMax = 32_000;
const alternativesMax = 100;

/** JSON escapes can express what the bytes of a file cannot: NUL and lone surrogates. */
function written(pointsMax: number) {
  return z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => text !== '', 'must not be empty')
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      'contains characters that cannot be stored',
    )
    .refine((text) => codePointLength(text) <= pointsMax, `must be at most ${pointsMax} characters`);
}

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2_048);

/** Who may see something. An empty list is rejected: content for everyone has no groups. */
export const folderGroupsSchema = z
  .array(written(queryRequestLimits.groupLengthMax))
  .min(1, 'must name a group')
  .max(queryRequestLimits.groupsMax)
  .transform((groups) => [...new Set(groups)].sort());

export const packFileSchema = z.strictObject({
  name: written(128).optional(),
  description: written(2_000).optional(),
  /** For everything in the folder without groups of its own. */
  groups: folderGroupsSchema.optional(),
  /** The paths in the pack of texts that have another name in the folder, as an export writes them. */
  paths: z.record(sourceSchema, sourceSchema).optional(),
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

/** What the loader reads at the beginning of a Markdown file. */
export function frontMatterOf({
  title,
  url,
  groups,
}: Pick<StoredDocument, 'title' | 'url' | 'groups'>): string {
  const lines = [
    `title: "${title}"`,
    ...(url === null ? [] : [`url: "${url}"`]),
    ...(groups.length === 0 ? [] : ['groups:', ...groups.map((group) => `  - "${group}"`)]),
  ];
  return `---\n${lines.join('\n')}\n---\n\n`;
}
