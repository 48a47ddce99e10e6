import { randomBytes } from 'node:crypto';
import type { GivenModel, ReplaceModelsRequest } from '@avow/contract/models';
import type { ModelsSettings } from '@avow/inference';
import type { FileFault } from '../../config/file-fields.ts';
import { InvalidFileError } from '../../config/read-json-file.ts';
import { noLanguageModels, readModelsFile } from '../../config/read-models-file.ts';

/** A key, and whom it may be sent to. */
interface StoredKey {
  readonly key: string;
  readonly provider: string;
  readonly baseUrl: string | null;
}

type KeptModel = Omit<GivenModel, 'key'>;

/** What is sealed: the models as they were given, and their keys by id. */
export interface ModelDocument
  extends Omit<ReplaceModelsRequest, 'tiers' | 'refinement' | 'verification' | 'guardrail'> {
  readonly tiers: readonly KeptModel[];
  readonly refinement: KeptModel | null;
  readonly verification: KeptModel | null;
  readonly guardrail: KeptModel | null;
  readonly keys: Readonly<Record<string, StoredKey>>;
}

export const noModels: ModelDocument = {
  tiers: [],
  refinement: null,
  verification: null,
  guardrail: null,
  tenant_budget: null,
  keys: {},
};

/** The next document: new keys get ids, and of the known ones those stay that are still used. */
export function composeDocument(
  given: ReplaceModelsRequest,
  known: ModelDocument,
): { readonly document: ModelDocument; readonly faults: readonly FileFault[] } {
  const keys: Record<string, StoredKey> = {};
  const faults: FileFault[] = [];
  const keep = ({ key, ...model }: GivenModel, pointer: string): KeptModel => {
    const { provider, base_url: baseUrl = null } = model;
    if (key !== undefined) {
      const id = randomBytes(8).toString('hex');
      keys[id] = { key: key.trim(), provider, baseUrl };
      return { ...model, key_id: id };
    }
    if (model.key_id === undefined) return model;
    const stored = known.keys[model.key_id];
    // A key that is kept goes nowhere but where it was given for.
    if (stored === undefined || stored.provider !== provider || stored.baseUrl !== baseUrl)
      faults.push({
        pointer: `${pointer}/key_id`,
        message: 'is not a stored key for this provider and address: give the key again',
      });
    else keys[model.key_id] = stored;
    return model;
  };
  const orNull = (model: GivenModel | null, pointer: string) => model && keep(model, pointer);
  const document = {
    tiers: given.tiers.map((model, place) => keep(model, `/tiers/${place}`)),
    refinement: orNull(given.refinement, '/refinement'),
    verification: orNull(given.verification, '/verification'),
    guardrail: orNull(given.guardrail, '/guardrail'),
    tenant_budget: given.tenant_budget,
    keys,
  };
  return { document, faults };
}

/** The settings of a document, or everything that is wrong with it. */
export function readDocument(
  document: ModelDocument,
): { readonly settings: ModelsSettings } | { readonly faults: readonly FileFault[] } {
  const { tiers, refinement, verification, guardrail, tenant_budget: budget, keys } = document;
  const others = [refinement, verification, guardrail];
  if (tiers.length === 0 && others.every((model) => model === null)) {
    if (budget === null) return { settings: noLanguageModels };
    return { faults: [{ pointer: '/tenant_budget', message: 'cannot be enforced: no model has a price' }] };
  }
  const file = {
    ...(tiers.length === 0 ? {} : { tiers: tiers.map(toFile) }),
    ...(refinement === null ? {} : { refinement: toFile(refinement) }),
    ...(verification === null ? {} : { verification: toFile(verification) }),
    ...(guardrail === null ? {} : { guardrail: toFile(guardrail) }),
    ...(budget === null ? {} : { tenant_budgets: { default: budget } }),
  };
  const env = Object.fromEntries(Object.entries(keys).map(([id, { key }]) => [variableOf(id), key]));
  try {
    return { settings: readModelsFile(JSON.stringify(file), { env, folder: '/', readKeyFile: noFile }) };
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    return { faults: error.faults.map(inRequest) };
  }
}

const variableOf = (id: string) => `KEY_${id}`;

function toFile({ key_id: id, budget_per_day: perDay, ...model }: KeptModel) {
  return {
    ...model,
    ...(id === undefined ? {} : { key_variable: variableOf(id) }),
    ...(perDay === undefined ? {} : { budget: { per_day: perDay } }),
  };
}

function noFile(): never {
  throw new Error('no model that was set without a file names one');
}

/** A fault of the file, in the place and in the words of the request. */
function inRequest({ pointer, message }: FileFault): FileFault {
  if (/\/key_(?:file|variable)$/.test(pointer))
    return {
      pointer: pointer.replace(/key_(?:file|variable)$/, 'key'),
      message: message.startsWith('is missing')
        ? 'is missing: this provider needs a key'
        : 'must be 1 to 4096 visible characters of ASCII',
    };
  return {
    pointer: pointer
      .replace(/^\/tenant_budgets\/default/, '/tenant_budget')
      .replace(/\/budget(?:\/per_day)?$/, '/budget_per_day'),
    message,
  };
}
