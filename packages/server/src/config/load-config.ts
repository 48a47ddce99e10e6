import { UserError } from '@avow/foundation';
import { attestationFaults } from './attestation-settings.ts';
import { backupFaults } from './backup-settings.ts';
import { databaseFaults } from './database-settings.ts';
import { logSettings } from './log-settings.ts';
import { mailFaults } from './mail-settings.ts';
import { nearestName } from './nearest-name.ts';
import { type ConfigFile, fieldOf, readConfigFile } from './read-config-file.ts';
import { dataDirectory, settings } from './setting-table.ts';
import type { Setting } from './settings.ts';
import { tlsFaults } from './tls-settings.ts';

/** Pairs of settings that exclude each other. */
const exclusive = [[logSettings.masterKey, logSettings.masterKeyFile]] as const;

type Settings = typeof settings;
type SettingName = keyof Settings;
export type Config = {
  readonly [Name in SettingName]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a setting has its value from. */
type SettingSource = 'default' | 'environment' | 'file';

/** A setting as it is in force. */
export interface SettingInForce {
  readonly variable: string;
  readonly source: SettingSource;
  readonly isSecret: boolean;
  /** Null: it has none. */
  readonly value: string | number | readonly string[] | null;
}

/** Reads the whole configuration, or throws one error that lists every problem. */
export function loadConfig(env: Environment, file: ConfigFile | null = null): Config {
  const { entries, faults } = readAll(env, file);
  if (faults.length > 0) throw new UserError(`The configuration is invalid:\n  ${faults.join('\n  ')}`);
  return Object.freeze(Object.fromEntries(entries)) as Config;
}

/** Reads the file that `AVOW_CONFIG_FILE` names; null: none. */
export function findConfigFile(env: Environment): ConfigFile | null {
  const { variable } = settings.configFile;
  const path = settings.configFile.read(env[variable] === '' ? undefined : env[variable], { dataDir: '' });
  return path === null ? null : readConfigFile(path, Object.values<Setting<unknown>>(settings));
}

/** Every setting with its value and where that comes from, in the order of the table. Secrets have no value here. */
export function listSettings(env: Environment, file: ConfigFile | null): readonly SettingInForce[] {
  const config = loadConfig(env, file);
  return Object.entries<Setting<unknown>>(settings).map(([name, { variable, secret }]) => {
    const value = config[name as SettingName];
    // What is read into parts is shown as it was written.
    const shown =
      value !== null && typeof value === 'object' && 'kind' in value ? textOf(variable, env, file) : value;
    const source = sourceOf(variable, env, file);
    return { variable, source, isSecret: secret === true, value: secret === true ? null : (shown ?? null) };
  });
}

function textOf(variable: string, env: Environment, file: ConfigFile | null): string | undefined {
  return env[variable] || file?.texts.get(variable) || undefined;
}

function sourceOf(variable: string, env: Environment, file: ConfigFile | null): SettingSource {
  if (env[variable] !== undefined && env[variable] !== '') return 'environment';
  return file?.texts.has(variable) ? 'file' : 'default';
}

function readAll(env: Environment, file: ConfigFile | null) {
  const text = (variable: string) => textOf(variable, env, file);
  const named = (variable: string) =>
    sourceOf(variable, env, file) === 'file' ? `${file?.path}: /${fieldOf(variable)}` : variable;
  const faults = [
    ...(file?.faults.map((fault) => `${file.path}: ${fault}`) ?? []),
    ...[...databaseFaults(text), ...backupFaults(text), ...tlsFaults(text), ...mailFaults(text)],
    ...attestationFaults(text),
  ];
  const known = Object.values(settings).map((setting): string => setting.variable);
  for (const variable of Object.keys(env).sort()) {
    if (!variable.startsWith('AVOW_') || known.includes(variable)) continue;
    const near = nearestName(variable, known);
    faults.push(`${variable} is not a setting of Avow${near === null ? '' : `: did you mean ${near}?`}`);
  }
  for (const [one, other] of exclusive) {
    if (text(one.variable) !== undefined && text(other.variable) !== undefined)
      faults.push(`${one.variable} and ${other.variable} are set at once: only one can hold`);
  }
  const dataDir = dataDirectory.read(text(dataDirectory.variable), { dataDir: '' });
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    try {
      return [name, setting.read(text(setting.variable), { dataDir })];
    } catch (error) {
      faults.push(`${named(setting.variable)} ${error instanceof Error ? error.message : 'cannot be read'}`);
      return [name, undefined];
    }
  });
  return { entries, faults };
}
