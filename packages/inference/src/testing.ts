/** Tiny models, and providers that follow a script. */

// Embedded models.

export { useTinyEncoders } from './embedded/test-support/tiny-encoders.ts';
export { writeTinyEncoder } from './embedded/test-support/write-tiny-encoder.ts';

// Language models.

export type { RuleToApply } from './guard-model.ts';
export { scriptedAnswers } from './language/test-support/scripted-answers.ts';
export {
  type ProviderScript,
  type ScriptedProvider,
  type ScriptedRequest,
  startScriptedProvider,
} from './language/test-support/scripted-provider.ts';
export { scriptedKey, scriptedSettings } from './language/test-support/scripted-settings.ts';
export { saying, startModelServer } from './language/test-support/start-model-server.ts';
