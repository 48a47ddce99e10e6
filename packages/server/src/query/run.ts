import type { Admission } from './admission.ts';
import type { Journal } from './create-journals.ts';
import type { TimeLimit } from './deadlines.ts';

/** One admitted query being answered. */
export interface Run {
  readonly admission: Admission;
  readonly timeLimit: TimeLimit;
  /** Null: nobody can follow it. */
  readonly journal: Journal | null;
  /** It is taken up again from the beginning where this process dies: nothing of its answer is told before its end. */
  readonly isResumable: boolean;
  /** Its admission is on record already. */
  readonly isAdmitted: boolean;
  /** False: what may be spent on language models has been, and the embedded ones answer alone. */
  readonly mayAskModels: boolean;
}
