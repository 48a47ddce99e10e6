import type { LanguageModel, ModelTier } from '../interfaces/language-model.ts';
import type { ModelSettings, ModelsSettings } from '../interfaces/model-settings.ts';
import type { ModelChange } from '../models/language/create-language-model.ts';

/** A tier, with what a request to it must know of how it is set up. */
interface OpenedTier extends ModelTier {
  readonly settings: Pick<ModelSettings, 'datamarking' | 'outputTokensMax' | 'price'>;
}

export interface LanguageModels {
  /** Best first; none where none is set up. */
  readonly tiers: readonly OpenedTier[];
  /** Null: follow-ups are made questions of their own by rules. */
  readonly refinement: LanguageModel | null;
  close(): Promise<void>;
}

const tierNumbers = [1, 2, 3] as const;

/** The language models that answer and that refine questions. Nothing is sent yet. */
export async function openLanguageModels(
  { tiers, refinement }: Pick<ModelsSettings, 'tiers' | 'refinement'>,
  { onChange }: { readonly onChange: (change: ModelChange) => void },
): Promise<LanguageModels> {
  if (tiers.length === 0 && refinement === null)
    return { tiers: [], refinement: null, close: async () => undefined };
  // Loaded only where it is wanted: it takes 0.2 s of processor time.
  const { createLanguageModel } = await import('../models/language/create-language-model.ts');
  const openedTiers = tierNumbers.flatMap((tier) => {
    const settings = tiers[tier - 1];
    if (settings === undefined) return [];
    // No more than that: the key is the model's alone.
    const { datamarking, outputTokensMax, price } = settings;
    const model = createLanguageModel(settings, { onChange });
    return { tier, model, settings: { datamarking, outputTokensMax, price } };
  });
  const refining = refinement === null ? null : createLanguageModel(refinement, { onChange });
  return {
    tiers: openedTiers,
    refinement: refining,
    close: async () => {
      await Promise.all([...openedTiers.map(({ model }) => model.close()), refining?.close()]);
    },
  };
}
