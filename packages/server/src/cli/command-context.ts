import { type DataFolder, openDataFolder } from '../app/open-data-folder.ts';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { Tenant } from '../interfaces/access-store.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { ModelsSettings } from '../interfaces/model-settings.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given. */
export interface CommandContext {
  /** Reads the configuration when it is needed: help works with a faulty one. */
  config(): Config;
  /** Reads the file of language models, with the keys: the configured one, or the one that is named. */
  languageModels(file?: string): ModelsSettings;
  readonly terminal: Terminal;
  /** Started by `npm start` and the like: a shell stands between, which does not pass signals on. */
  readonly isNpmScript: boolean;
}

/** Opens the data folder for one command, and closes it whatever happens. */
export async function withData<Value>(
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

/** The tenant named by id or name; where there is only one, it need not be named. */
export async function pickTenant(data: DataFolder, wanted: string | undefined): Promise<Tenant> {
  const { access } = data.store;
  if (wanted !== undefined) {
    const found = (await access.getTenant(wanted as TenantId)) ?? (await access.findTenantByName(wanted));
    if (found === null) throw new UserError(`There is no tenant ${wanted}. See "avow tenants list".`);
    return found;
  }
  const tenants = await access.listTenants();
  const [only] = tenants;
  if (only === undefined)
    throw new UserError('There is no tenant yet. Make one with "avow tenants create NAME".');
  if (tenants.length > 1) throw new UserError('There are several tenants: say which with --tenant NAME.');
  return only;
}
