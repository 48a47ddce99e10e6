/** Options shared by all measurements. */
export const modelOptions = {
  data: { type: 'string' },
  model: { type: 'string' },
  seed: { type: 'string', default: '1' },
  all: { type: 'boolean', default: false },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const modelUsage = '[--data FOLDER] [--model FOLDER] [--all] [--seed N] [--json FILE]';

export const modelUsageDetail = `  --data FOLDER   the data sets; docs/evaluation.md says where they are looked for without it
  --model FOLDER  another model than the one that ships
  --all           every row; without it a sample, the same one in every run with the same --seed
  --json FILE     also writes all figures there`;

/** Parses the value of an option as a count. Fails with a message if it is not one. */
export function countOf(option: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`--${option} must be a whole number, and is ${text}`);
}

/** The same for a share, from 0 to 1. */
export function shareOf(option: string, text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new Error(`--${option} must be from 0 to 1, and is ${text}`);
}
