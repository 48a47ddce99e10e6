import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Clock } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';
import { encoderFolder, ngramsFolder, readerFolder, screenerFolder } from '@avow/weights';
import type { Installation } from '../../../app/installation.ts';
import { version } from '../../../app/version.ts';
import { listAnswerSettings } from '../answer-settings.ts';
import type { InstalledRule } from '../rule-store.ts';
import { createRules, type Rules } from '../rules.ts';

export type Installed = Pick<
  Installation,
  | 'config'
  | 'data'
  | 'encoder'
  | 'reader'
  | 'screener'
  | 'guardModel'
  | 'tiers'
  | 'refinement'
  | 'verification'
>;

const shownDigits = 12;
/** An entry has room for no more. */
const nameLengthMax = 200;

function makeRule(kind: 'models' | 'settings', details: readonly NamedText[]): InstalledRule {
  const content = hash('sha256', JSON.stringify(details));
  return { kind, version: content.slice(0, shownDigits), details, content };
}

/** The hash over the manifest of a model, which has the hashes of its files. */
function hashOfModel(folder: URL): string {
  const manifest = new URL('manifest.json', folder);
  return existsSync(manifest) ? hash('sha256', readFileSync(manifest, 'utf8')) : 'not installed';
}

function embeddedModels({ encoder, reader, screener }: Installed): NamedText[] {
  const named = [
    ['encoder', encoder, encoderFolder],
    ['reader', reader, readerFolder],
    ['screener', screener, screenerFolder],
  ] as const;
  return [
    ...named.map(([use, model, folder]) => [use, model === null ? 'off' : hashOfModel(folder)] as const),
    ['classifier', hashOfModel(ngramsFolder)],
  ];
}

/** By name and settings, never with a key. */
function languageModels({ tiers = [], refinement, verification, guardModel }: Installed): NamedText[] {
  const describe = (name: string, settings: unknown = {}) =>
    `${name.slice(0, nameLengthMax)} ${hash('sha256', JSON.stringify(settings)).slice(0, shownDigits)}`;
  return [
    ...tiers.map(({ tier, model, settings }) => [`tier_${tier}`, describe(model.name, settings)] as const),
    ...(refinement ? [['refinement', describe(refinement.name)] as const] : []),
    ...(verification
      ? [['verification', describe(verification.model.name, verification.settings)] as const]
      : []),
    ...(guardModel === null ? [] : [['guardrail', describe(guardModel.name)] as const]),
  ];
}

/** What this installation answers by. Language models may be replaced while it answers. */
export function createInstalled(parts: Installed): () => Promise<readonly InstalledRule[]> {
  const software: InstalledRule = {
    ...{ kind: 'software', version, details: [['node', process.versions.node]] },
    content: hash('sha256', version),
  };
  const settings = makeRule('settings', listAnswerSettings(parts.config));
  const embedded = embeddedModels(parts);
  const modelsNow = () => [parts.tiers, parts.refinement, parts.verification, parts.guardModel];
  let known: { readonly models: readonly unknown[]; readonly rules: readonly InstalledRule[] } | null = null;
  return async () => {
    const models = modelsNow();
    if (known?.models.every((model, place) => model === models[place])) return known.rules;
    const rules = [software, settings, makeRule('models', [...embedded, ...languageModels(parts)])];
    known = { models, rules };
    return rules;
  };
}

/** Names what answers are given by. */
export function composeRules(parts: Installed & { readonly clock: Clock }): Rules {
  return createRules({
    store: parts.data.store.rules,
    clock: parts.clock,
    installed: createInstalled(parts),
  });
}
