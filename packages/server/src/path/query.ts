import type { Admission } from './admission/admission.ts';
import type { TimeLimit } from './admission/deadlines.ts';
import type { Journal } from './streaming/create-journals.ts';

/** One admitted query being answered. */
export interface Run {
  readonly admission: Admission;
  readonly timeLimit: TimeLimit;
  /** Null: it cannot be followed. */
  readonly journal: Journal | null;
  /** It restarts from the beginning if this process dies, so nothing of its answer is streamed before its end. */
  readonly isResumable: boolean;
  /** Its admission is on record already. */
  readonly isAdmitted: boolean;
  /** False: the budget for language models is spent, and the embedded ones answer alone. */
  readonly mayAskModels: boolean;
}
