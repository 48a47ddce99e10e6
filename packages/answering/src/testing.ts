/** Scripted readers, writers and models, and the steps that tests of the service check by themselves. */

// Scripted parts.

export { contradicted, neither, scriptedReader, supported } from './read/test-support/scripted-reader.ts';
export {
  plentyOfTime,
  type Script,
  scriptGrounder,
  scriptModel,
  writingOptions,
} from './write/test-support/scripted.ts';

// Understanding.

export { asksTheSame } from './understand/check-question-translation.ts';
export { isFaithful } from './understand/check-refinement.ts';
export { refineByRules } from './understand/refine-by-rules.ts';

// Writing.

export type { Found, WrittenUnit } from './draft.ts';
export { createUnitCutter } from './write/cut-units.ts';
export { gatherSources } from './write/gather-sources.ts';
