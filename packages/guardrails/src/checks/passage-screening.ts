import type { CheckCall } from '../guardrail.ts';
import type { AttackFound } from './attack-found.ts';

/** What a passage scores, as it is stored: nothing of its text, and no verdict. */
export interface StoredScreening {
  readonly textHash: string;
  readonly score: number;
  readonly kind: string | null;
  /** Which models judged it: 1 for the classifier, 2 for the screener, 3 for both. */
  readonly judges: number;
}

/** Results of earlier calls, for longer than a process runs. */
export interface ScreeningResults {
  /** Those of these texts that are known, in any order. */
  find(
    owner: string,
    wanted: { readonly screening: string; readonly textHashes: readonly string[] },
  ): Promise<readonly StoredScreening[]>;
}

/**
 * How likely passages try to give instructions. What a passage scores depends on its text alone: it is compared with the
 * threshold of a policy afterwards, and is the same whether it was stored or is computed now.
 */
export interface PassageScreening {
  /** Changes with everything that decides the scores: results of one name must never be used under another. */
  readonly name: string;
  /**
   * One result for each text. What is not known is computed, the first texts first. Rejects if a model is needed and
   * unavailable.
   */
  screen(texts: readonly string[], call: CheckCall): readonly AttackFound[] | Promise<readonly AttackFound[]>;
  /** The same in the background, which nobody waits for and which gives way to everything else. In the form to be stored. */
  screenAhead(texts: readonly string[], call: CheckCall): Promise<StoredScreening[]>;
  /** What was computed of these texts and has not been taken yet, in the form to be stored. */
  takeComputed(owner: string, texts: readonly string[]): StoredScreening[];
  /** What is known of these texts without computing anything; null for the others. */
  lookUp(owner: string, texts: readonly string[]): Promise<ReadonlyArray<AttackFound | null>>;
}
