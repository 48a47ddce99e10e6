import type { Grounding } from '../verify/grounder.ts';

/** What it takes to keep a sentence. */
export interface SupportLine {
  /** Sentences may be kept without a judge's verdict. */
  readonly allowUnverified: boolean;
  /** Sentences whose support a judge scores below this are dropped. */
  readonly supportedMin: number;
}

export type SupportedGrounding = Omit<Extract<Grounding, { readonly kind: 'supported' }>, 'kind'>;

/** Null if no quote supports it, or a required judge did not confirm that. */
export function supportedGrounding(
  grounding: Grounding,
  { allowUnverified, supportedMin }: SupportLine,
): SupportedGrounding | null {
  if (grounding.kind !== 'supported' || grounding.quotes.length === 0) return null;
  if (grounding.judged === null) return allowUnverified ? grounding : null;
  return grounding.judged.supported >= supportedMin ? grounding : null;
}
