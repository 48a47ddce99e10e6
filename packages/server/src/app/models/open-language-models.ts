import type { LanguageModel, ModelSettings, ModelsSettings, ModelTier } from '@avow/inference';
import type { LocalModelEvent, ModelChange } from '@avow/inference/language';

/** A tier, with the settings that requests to it need. */
interface OpenedTier extends ModelTier {
  readonly settings: Pick<ModelSettings, 'local' | 'outputTokensMax' | 'sourceCharactersMax' | 'price'>;
}

export interface LanguageModels {
  /** Best first; empty if none is configured. */
  readonly tiers: readonly OpenedTier[];
  /** Null: follow-ups are rewritten as standalone questions by rules. */
  readonly refinement: LanguageModel | null;
  close(): Promise<void>;
}

const tierNumbers = [1, 2, 3] as const;

/** The language models that answer and that refine questions. Nothing is sent yet. */
export async function openLanguageModels(
  { tiers, refinement }: Pick<ModelsSettings, 'tiers' | 'refinement'>,
  {
    onChange,
    onLocalEvent = () => undefined,
    onSuspected = () => undefined,
  }: {
    readonly onChange: (change: ModelChange) => void;
    readonly onLocalEvent?: (event: LocalModelEvent) => void;
    /** Subscribes to the names of models that another node has stopped calling. */
    readonly onSuspected?: (listener: (model: string) => void) => void;
  },
): Promise<LanguageModels> {
  if (tiers.length === 0 && refinement === null)
    return { tiers: [], refinement: null, close: async () => undefined };
  // Loaded only if it is needed: it takes 0.2 s of processor time.
  const { createLanguageModel } = await import('@avow/inference/language');
  const openedTiers = tierNumbers.flatMap((tier) => {
    const settings = tiers[tier - 1];
    if (settings === undefined) return [];
    // No other settings, since they include the key.
    const { local, outputTokensMax, sourceCharactersMax, price } = settings;
    const model = createLanguageModel(settings, { onChange, onLocalEvent });
    return { tier, model, settings: { local, outputTokensMax, sourceCharactersMax, price } };
  });
  const refining = refinement === null ? null : createLanguageModel(refinement, { onChange, onLocalEvent });
  onSuspected((name) => {
    for (const model of [...openedTiers.map((opened) => opened.model), refining])
      if (model?.name === name) model.suspect();
  });
  return {
    tiers: openedTiers,
    refinement: refining,
    close: async () => {
      await Promise.all([...openedTiers.map(({ model }) => model.close()), refining?.close()]);
    },
  };
}

/** Without a models file. */
export const noOpenedModels = {
  tiers: [],
  refinement: null,
  budgets: { usual: null, tenants: new Map() },
} as const;
