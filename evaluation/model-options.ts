/** What every measurement of the reading model can be told. */
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
  --model FOLDER  another reading model than the one that ships
  --all           every row; without it a sample, the same one in every run with the same --seed
  --json FILE     also writes all figures there`;
