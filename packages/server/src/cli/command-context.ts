import type { ModelsSettings } from '@avow/inference';
import { requireInstalled } from '../app/installation-state.ts';
import { type DataFolder, openDataFolder } from '../app/open-data-folder.ts';
import type { IdentitySettings } from '../config/identity-settings.ts';
import type { Config, SettingInForce } from '../config/load-config.ts';
import type { SecurityStream } from '../config/security-streams.ts';
import type { Terminal } from './terminal.ts';

/** The context of every command. */
export interface CommandContext {
  /** Reads the configuration when it is needed: help works with a faulty one. */
  config(): Config;
  /** Every setting with where it comes from, and the file that some come from; null: none. */
  settings(): { readonly file: string | null; readonly settings: readonly SettingInForce[] };
  /** Reads the file of language models, with the keys: the configured one, or the one that is named. */
  languageModels(file?: string): ModelsSettings;
  /** Reads the file with the OpenID provider and the issuers of tokens, if there is one. */
  identity(): IdentitySettings;
  /** Reads the file of collectors of security events, if there is one. */
  securityStreams(): readonly SecurityStream[];
  readonly terminal: Terminal;
  /** Started by `npm start` or similar, through a shell that does not forward signals. */
  readonly isNpmScript: boolean;
}

export const jsonOption = ['--json', 'print JSON'] as const;

/** Of commands that show what was asked or answered. */
export const purposeOption = [
  '--purpose <id>',
  'what it is read for, where the tenant requires a purpose',
] as const;

/** Opens the data folder of an existing installation for one command, and always closes it. */
export async function withData<Value>(
  context: CommandContext,
  work: (data: DataFolder) => Promise<Value>,
): Promise<Value> {
  await requireInstalled(context.config());
  return await withNewData(context, work);
}

/** The same, but an installation that does not exist yet is created. */
export async function withNewData<Value>(
  context: CommandContext,
  work: (data: DataFolder) => Promise<Value>,
): Promise<Value> {
  const data = await openDataFolder(context.config());
  try {
    return await work(data);
  } finally {
    await data.close();
  }
}
