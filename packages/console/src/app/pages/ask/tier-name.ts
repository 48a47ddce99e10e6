import { texts } from '../../texts.ts';

/** The tier of the embedded models has no number. */
export const tierName = (tier: number): string => (tier === 0 ? texts.embeddedModels : String(tier));
