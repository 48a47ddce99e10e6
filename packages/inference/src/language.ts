/**
 * Language models of any provider and local ones, with their retries, breakers and budgets. Loaded only where
 * one is set up.
 */

// Models.

export { createGuardModel } from './language/create-guard-model.ts';
export { createLanguageModel, type ModelChange } from './language/create-language-model.ts';
export { openFetch } from './language/open-fetch.ts';
export { type GuardModelState, watchGuardModel } from './language/watch-guard-model.ts';

// Local models.

export { checkLocalModel, type LocalModelCheck } from './local/check-local-model.ts';
export { llamaInstallLine } from './local/find-llama.ts';
export type { LocalModelEvent } from './local/open-local-fetch.ts';
