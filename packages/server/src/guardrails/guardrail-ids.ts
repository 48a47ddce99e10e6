import type { Guardrail } from '../interfaces/guardrail.ts';

/**
 * The ids of the guardrails that come with the service. They stand in audit records, so an id is never changed and
 * never given to another check.
 */
export const guardrailIds = {
  promptSize: 'grd_01ka2tpzg0e6srq53nv7xwx6nx',
  controlCharacters: 'grd_01ka2tpzg1f96sgg6f8m32s949',
  deniedWordsInput: 'grd_01ka2tpzg2et8t8tpxt3590sye',
  cardNumbersInput: 'grd_01ka2tpzg3eg895kkcr3s0tznn',
  ibanNumbersInput: 'grd_01ka2tpzg4f6prfx3vsnrjyyze',
  deniedWordsOutput: 'grd_01ka2tpzg5e079t7dq4767p4rx',
  cardNumbersOutput: 'grd_01ka2tpzg6fye8s39gk6snehsv',
  ibanNumbersOutput: 'grd_01ka2tpzg7edgby03a0ftsvm6t',
  grounding: 'grd_01ka2tpzg8f5q9vceqy0csg8r8',
} as const satisfies Readonly<Record<string, Guardrail['id']>>;
