import type { LanguageModel, ModelSettings, ModelsSettings, ModelTier } from '@avow/inference';
import type { LocalModelEvent, ModelChange } from '@avow/inference/language';

type RequestSettings = Pick<ModelSettings, 'outputTokensMax' | 'sourceCharactersMax' | 'price'>;

/** A tier, with the settings that requests to it need. */
interface OpenedTier extends ModelTier {
  readonly settings: RequestSettings & Pick<ModelSettings, 'givesWay' | 'local' | 'quotes'>;
}

export interface LanguageModels {
  /** Best first; empty if none is configured. */
  readonly tiers: readonly OpenedTier[];
  /** Null: follow-ups are rewritten as standalone questions by rules. */
  readonly refinement: LanguageModel | null;
  /** Null: the embedded judge alone decides which sentences are supported. */
  readonly verification: { readonly model: LanguageModel; readonly settings: RequestSettings } | null;
  close(): Promise<void>;
}

const tierNumbers = [1, 2, 3] as const;

/** The language models that answer, that refine questions and that verify answers. Nothing is sent yet. */
export async function openLanguageModels(
  { tiers, refinement, verification }: Pick<ModelsSettings, 'tiers' | 'refinement' | 'verification'>,
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
  if (tiers.length === 0 && refinement === null && verification === null)
    return { tiers: [], refinement: null, verification: null, close: async () => undefined };
  // Loaded only if it is needed: it takes 0.2 s of processor time.
  const { createLanguageModel } = await import('@avow/inference/language');
  const openedTiers = tierNumbers.flatMap((tier) => {
    const settings = tiers[tier - 1];
    if (settings === undefined) return [];
    const { givesWay, local, quotes } = settings;
    const model = createLanguageModel(settings, { onChange, onLocalEvent });
    return { tier, model, settings: { ...requestSettings(settings), givesWay, local, quotes } };
  });
  const refining = refinement === null ? null : createLanguageModel(refinement, { onChange, onLocalEvent });
  const verifying =
    verification === null ? null : createLanguageModel(verification, { onChange, onLocalEvent });
  const all = [...openedTiers.map(({ model }) => model), refining, verifying];
  onSuspected((name) => {
    for (const model of all) if (model?.name === name) model.suspect();
  });
  return {
    tiers: openedTiers,
    refinement: refining,
    verification:
      verifying === null || verification === null
        ? null
        : { model: verifying, settings: requestSettings(verification) },
    close: async () => {
      await Promise.all(all.map((model) => model?.close()));
    },
  };
}

/** No other settings, since they include the key. */
function requestSettings({ outputTokensMax, sourceCharactersMax, price }: ModelSettings): RequestSettings {
  return { outputTokensMax, sourceCharactersMax, price };
}

/** Without a models file. */
export const noOpenedModels = {
  tiers: [],
  refinement: null,
  verification: null,
  budgets: { usual: null, tenants: new Map() },
} as const;
