import type { GuardModel, ModelSettings } from '@avow/inference';
import type { GuardModelState } from '@avow/inference/language';

export interface OpenedGuardModel extends GuardModel {
  close(): Promise<void>;
}

/** The language model that is configured for guardrails; null if none is. Nothing is sent yet. */
export async function openGuardModel(
  settings: ModelSettings | null,
  { onChange }: { readonly onChange: (state: GuardModelState) => void },
): Promise<OpenedGuardModel | null> {
  if (settings === null) return null;
  // Loaded only if it is needed: it takes 0.2 s of processor time.
  const { createGuardModel, openFetch, watchGuardModel } = await import('@avow/inference/language');
  const { fetch, close } = openFetch(settings);
  const model = await createGuardModel(settings, { fetch }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { ...watchGuardModel(model, onChange), close };
}
