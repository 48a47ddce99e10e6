import type { GuardModel } from '../interfaces/guard-model.ts';
import type { ModelSettings } from '../interfaces/model-settings.ts';
import type { GuardModelState } from '../models/language/watch-guard-model.ts';

export interface OpenedGuardModel extends GuardModel {
  close(): Promise<void>;
}

/** The language model that the operator has set up for guardrails; null where there is none. Nothing is sent yet. */
export async function openGuardModel(
  settings: ModelSettings | null,
  { onChange }: { readonly onChange: (state: GuardModelState) => void },
): Promise<OpenedGuardModel | null> {
  if (settings === null) return null;
  // Loaded only where it is wanted: it takes 0.2 s of processor time.
  const [{ createGuardModel }, { openFetch }, { watchGuardModel }] = await Promise.all([
    import('../models/language/create-guard-model.ts'),
    import('../models/language/open-fetch.ts'),
    import('../models/language/watch-guard-model.ts'),
  ]);
  const { fetch, close } = openFetch(settings);
  const model = await createGuardModel(settings, { fetch }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { ...watchGuardModel(model, onChange), close };
}
