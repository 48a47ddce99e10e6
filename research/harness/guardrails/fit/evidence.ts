import type { UnsafeKind } from '@avow/contract/guardrails';
import { buildPartViewsSync, findAttacks, scoreViewsSync } from '@avow/guardrails/testing/checks';
import type { Screener, TextClassifier } from '@avow/inference';
import { callLimits } from '../../in-calls.ts';
import { workThrough } from '../../work-through.ts';

/** All evidence about a text that the checks use, whether or not they would have requested it. */
export interface Evidence {
  /** The highest score of any rule. */
  readonly hint: number;
  /** The classifier score: of the worst part of the worst view for attacks, of the text itself for unsafe content. */
  readonly classifier: { readonly attack: number; readonly suspicion: number; readonly unsafe: number };
  /** The model's score for that view. */
  readonly injection: number;
  readonly unsafe: Readonly<Record<UnsafeKind, number>>;
}

export async function gatherEvidence(
  { label, texts }: { readonly label: string; readonly texts: readonly string[] },
  parts: { readonly classifier: TextClassifier; readonly screener: Screener },
): Promise<Evidence[]> {
  const gathered = await workThrough(texts, { label, atOnce: 4 }, (text) => evidenceOf(text, parts));
  return gathered.filter((one) => one !== null);
}

/** Null if the model cannot read it, for example because it is too long. */
async function evidenceOf(
  text: string,
  { classifier, screener }: { readonly classifier: TextClassifier; readonly screener: Screener },
): Promise<Evidence | null> {
  const views = buildPartViewsSync(text);
  const worst = scoreViewsSync(text, views, classifier);
  const read = worst.text === text ? [text] : [text, worst.text];
  const [plain, ofWorst = plain] = (await screener.screen(read, callLimits)) ?? [];
  if (plain === undefined || ofWorst === undefined) return null;
  return {
    hint: findAttacks(views)[0]?.score ?? 0,
    classifier: { attack: worst.score, suspicion: worst.suspicion, unsafe: classifier.score(text).unsafe },
    injection: ofWorst.injection,
    unsafe: plain.unsafe,
  };
}
