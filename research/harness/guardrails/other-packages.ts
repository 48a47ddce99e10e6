import { createRequire } from 'node:module';
import type { Span } from './span-figures.ts';

/** A package that does part of what the guardrails do, without a network. */
export interface OtherPackage {
  readonly name: string;
  /** Processor time so far of a package that runs in another process. */
  readonly spentMs?: () => number;
  /** Where personal data is; the spans do not overlap. */
  readonly findsSpans?: (text: string) => Promise<readonly Span[]>;
  readonly findsAttack?: (text: string) => Promise<boolean>;
  readonly findsUnsafe?: (text: string) => Promise<boolean>;
  readonly findsSecret?: (text: string) => Promise<boolean>;
  readonly findsProfanity?: (text: string) => Promise<boolean>;
  readonly findsWords?: (words: readonly string[]) => (text: string) => Promise<boolean>;
  /** The text with all personal data replaced. */
  readonly hidesPersonalData?: (text: string) => Promise<string>;
}

const installed = createRequire(new URL('./others/package.json', import.meta.url));

interface LlmGuardResult {
  readonly valid: boolean;
  readonly details?: ReadonlyArray<{ readonly matched?: string }>;
}
interface LlmGuardModule {
  readonly LLMGuard: new (
    config: Readonly<Record<string, boolean>>,
  ) => { validate(text: string): Promise<{ readonly results: readonly LlmGuardResult[] }> };
}

function openLlmGuard(): OtherPackage {
  const { LLMGuard } = installed('llm-guard') as LlmGuardModule;
  const none = { pii: false, jailbreak: false, profanity: false, promptInjection: false, relevance: false };
  const create = (wanted: Readonly<Record<string, boolean>>) => {
    const guard = new LLMGuard({ ...none, toxicity: false, ...wanted });
    return async (text: string) => (await guard.validate(text)).results;
  };
  const finds = (wanted: Readonly<Record<string, boolean>>) => {
    const validate = create(wanted);
    return async (text: string) => (await validate(text)).some(({ valid }) => !valid);
  };
  const findPersonalData = create({ pii: true });
  return {
    name: 'llm-guard',
    findsAttack: finds({ jailbreak: true, promptInjection: true }),
    findsUnsafe: finds({ toxicity: true }),
    findsProfanity: finds({ profanity: true }),
    hidesPersonalData: async (text) => {
      const matched = (await findPersonalData(text)).flatMap(({ details }) => details ?? []);
      return matched.reduce((rest, one) => rest.replaceAll(one.matched ?? '\0', '[…]'), text);
    },
  };
}

interface OpenAiResult {
  readonly tripwireTriggered: boolean;
  readonly info: Readonly<Record<string, unknown>>;
}
interface OpenAiModule {
  readonly pii: (context: object, text: string, config: unknown) => Promise<OpenAiResult>;
  readonly PIIConfig: { parse(config: object): unknown };
  readonly secretKeysCheck: (context: object, text: string, config: unknown) => Promise<OpenAiResult>;
  readonly SecretKeysConfig: { parse(config: object): unknown };
  readonly keywordsCheck: (context: object, text: string, config: object) => OpenAiResult;
}

/** Its jailbreak, moderation and injection checks call a service and are excluded. */
function openOpenAi(): OtherPackage {
  const module = installed('@openai/guardrails') as OpenAiModule;
  const personal = module.PIIConfig.parse({});
  const secret = module.SecretKeysConfig.parse({});
  return {
    name: '@openai/guardrails',
    hidesPersonalData: async (text) =>
      String((await module.pii({}, text, personal)).info['checked_text'] ?? text),
    findsSecret: async (text) => (await module.secretKeysCheck({}, text, secret)).tripwireTriggered,
    findsWords: (keywords) => async (text) => module.keywordsCheck({}, text, { keywords }).tripwireTriggered,
  };
}

interface RedactPiiModule {
  readonly SyncRedactor: new () => { redact(text: string): string };
}

function openRedactPii(): OtherPackage {
  const { SyncRedactor } = installed('redact-pii') as RedactPiiModule;
  const redactor = new SyncRedactor();
  return { name: 'redact-pii', hidesPersonalData: async (text) => redactor.redact(text) };
}

interface ObscenityModule {
  readonly RegExpMatcher: new (options: object) => { hasMatch(text: string): boolean };
  readonly englishDataset: { build(): object };
  readonly englishRecommendedTransformers: object;
}

function openObscenity(): OtherPackage {
  const { RegExpMatcher, englishDataset, englishRecommendedTransformers } = installed(
    'obscenity',
  ) as ObscenityModule;
  const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  return { name: 'obscenity', findsProfanity: async (text) => matcher.hasMatch(text) };
}

const packages = {
  '@openai/guardrails': openOpenAi,
  'llm-guard': openLlmGuard,
  obscenity: openObscenity,
  'redact-pii': openRedactPii,
};

/** Opens the installed packages, and prints how to install the others. */
export function openOthers(): OtherPackage[] {
  return Object.entries(packages).flatMap(([name, open]) => {
    try {
      return [open()];
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
      const why = isMissing ? 'npm install --prefix evaluation/guardrails/others' : String(error);
      console.error(`${name} takes no part: ${isMissing ? 'not installed. ' : ''}${why}`);
      return [];
    }
  });
}
