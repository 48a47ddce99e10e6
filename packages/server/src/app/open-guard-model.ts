import { readFile } from 'node:fs/promises';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { GuardModel } from '../interfaces/guard-model.ts';
import type { GuardModelState } from '../models/language/watch-guard-model.ts';

export type GuardModelConfig = Pick<Config, 'guardrailModelUrl' | 'guardrailModel' | 'guardrailModelKeyFile'>;

/** The language model that the operator has set up for guardrails; null where there is none. Nothing is sent yet. */
export async function openGuardModel(
  { guardrailModelUrl: url, guardrailModel: model, guardrailModelKeyFile: keyFile }: GuardModelConfig,
  { onChange }: { readonly onChange: (state: GuardModelState) => void },
): Promise<GuardModel | null> {
  if (url === null || model === null) return null;
  const key = keyFile === null ? null : await readKey(keyFile);
  // Loaded only where it is wanted: it takes 0.15 s and 24 MB.
  const [{ createGuardModel }, { watchGuardModel }] = await Promise.all([
    import('../models/language/create-guard-model.ts'),
    import('../models/language/watch-guard-model.ts'),
  ]);
  return watchGuardModel(createGuardModel({ url, model, key }), onChange);
}

/** A key that no header can carry would stand in the error of every request. */
async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`AVOW_GUARDRAIL_MODEL_KEY_FILE: ${path} cannot be read (${error.code}).`, {
      cause: error,
    });
  });
  const key = text.trim();
  if (!/^[\x21-\x7e]{1,4096}$/.test(key))
    throw new UserError(
      `AVOW_GUARDRAIL_MODEL_KEY_FILE: ${path} must hold one key and nothing else: 1 to 4096 letters, digits or signs of ASCII.`,
    );
  return key;
}
