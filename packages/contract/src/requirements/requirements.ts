import { answerRequirements } from './answer-requirements.ts';
import { interfaceRequirements } from './interface-requirements.ts';
import { recordRequirements } from './record-requirements.ts';
import type { Requirement } from './requirement.ts';
import { serviceRequirements } from './service-requirements.ts';

/** Everything the specification and the wire contract say, one entry per statement. */
export const requirements: readonly Requirement[] = [
  ...interfaceRequirements,
  ...answerRequirements,
  ...serviceRequirements,
  ...recordRequirements,
];
