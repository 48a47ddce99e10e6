import type { Guardrail } from './guardrail.ts';

/**
 * The ids of the built-in guardrails. They appear in audit records, so an id never changes and is never reused for another
 * check.
 */
export const guardrailIds = {
  promptSize: 'grd_01ka2tpzg0e6srq53nv7xwx6nx',
  controlCharacters: 'grd_01ka2tpzg1f96sgg6f8m32s949',
  deniedWordsInput: 'grd_01ka2tpzg2et8t8tpxt3590sye',
  deniedWordsOutput: 'grd_01ka2tpzg5e079t7dq4767p4rx',
  grounding: 'grd_01ka2tpzg8f5q9vceqy0csg8r8',
  promptAttack: 'grd_01ka2tpzg9s06fesvf6t8gz7dw',
  indirectInjection: 'grd_01ka2tpzga64r852h9243w9qsq',
  personalDataInput: 'grd_01ka2tpzgb1k6zc4tqj6ebspqd',
  personalDataOutput: 'grd_01ka2tpzgc9gwwymmpkjyt3smh',
  secretsInput: 'grd_01ka2tpzgda9prgjk61dhfs49e',
  secretsOutput: 'grd_01ka2tpzgetzxf0e8msdanxm55',
  unsafeContent: 'grd_01ka2tpzgfrwhsp543488jtg3a',
  profanity: 'grd_01ka2tpzggb831zytfr4t7aqwb',
  links: 'grd_01ka2tpzghzdf56tyj4hyxf61f',
  relevance: 'grd_01ka2tpzgjve1v0srfn43vtatt',
} as const satisfies Readonly<Record<string, Guardrail['id']>>;
