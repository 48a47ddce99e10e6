import type { ModelSettings, ModelsSettings, TenantBudget } from '@avow/inference';
import { amount, choiceField, type FilePlace, isObject, readFields } from './file-fields.ts';
import { readJsonFile } from './read-json-file.ts';
import { amountMax, currency, readModel } from './read-model.ts';
import type { KeySources } from './read-model-key.ts';

const tiersMax = 3;
const depthMax = 16;
const tenantIdPattern = /^ten_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export const noLanguageModels: ModelsSettings = {
  tiers: [],
  refinement: null,
  verification: null,
  guardrail: null,
  budgets: { usual: null, tenants: new Map() },
};

/**
 * The language models of an installation, from the file that the operator wrote. Throws one
 * `InvalidFileError` that lists every error. No error repeats a value of the file, of a key file or of the environment.
 */
export function readModelsFile(text: string, sources: KeySources): ModelsSettings {
  return readJsonFile(text, { file: 'file of language models', depthMax }, (value, root) =>
    readWhole(value, root, sources),
  );
}

function readWhole(value: unknown, root: FilePlace, sources: KeySources): ModelsSettings {
  const found = readFields(value, root, {
    tiers: (given, place) => readTiers(given, place, sources),
    refinement: (given, place) => readModel(given, place, { ...sources, use: 'refinement' }),
    verification: (given, place) => readModel(given, place, { ...sources, use: 'verification' }),
    guardrail: (given, place) => readModel(given, place, { ...sources, use: 'guardrail' }),
    tenant_budgets: readTenantBudgets,
  });
  if (found === undefined) return noLanguageModels;
  const { tiers = [], refinement = null, verification = null, guardrail = null } = found.read;
  const budgets = found.read.tenant_budgets ?? noLanguageModels.budgets;
  if (!found.has('tiers') && !found.has('refinement') && !found.has('guardrail'))
    root.fault('names no model: it needs tiers, refinement or guardrail');
  if (found.has('verification') && !found.has('tiers'))
    root.at('verification').fault('verifies nothing: only what a model under tiers has written is verified');
  const settings = { tiers, refinement, verification, guardrail, budgets };
  checkCurrencies(settings, root);
  return settings;
}

function readTiers(value: unknown, place: FilePlace, sources: KeySources): ModelSettings[] | undefined {
  if (!Array.isArray(value) || value.length < 1 || value.length > tiersMax)
    return place.fault(`must be an array of 1 to ${tiersMax} models, best first`);
  return value.flatMap(
    (model: unknown, index) => readModel(model, place.at(index), { ...sources, use: 'tier' }) ?? [],
  );
}

function readTenantBudgets(value: unknown, place: FilePlace): ModelsSettings['budgets'] | undefined {
  const found = readFields(value, place, {
    default: (given, at) => readTenantBudget(given, at, { needsLimit: true }),
    tenants: readBudgetsByTenant,
  });
  return found && { usual: found.read.default ?? null, tenants: found.read.tenants ?? new Map() };
}

function readBudgetsByTenant(value: unknown, place: FilePlace): Map<string, TenantBudget> | undefined {
  if (!isObject(value)) return place.fault('must be an object whose names are tenant ids');
  const budgets = new Map<string, TenantBudget>();
  for (const [index, [tenantId, given]] of Object.entries(value).entries()) {
    if (!tenantIdPattern.test(tenantId)) {
      place.fault(`has a name that is not a tenant id (number ${index + 1}): see "avow tenants list"`);
      continue;
    }
    const budget = readTenantBudget(given, place.at(tenantId), { needsLimit: false });
    if (budget !== undefined) budgets.set(tenantId, budget);
  }
  return budgets;
}

/** A tenant may have a budget without limits instead of the default. */
function readTenantBudget(
  value: unknown,
  place: FilePlace,
  { needsLimit }: { readonly needsLimit: boolean },
): TenantBudget | undefined {
  const found = readFields(value, place, {
    currency,
    per_day: amount({ max: amountMax }),
    per_month: amount({ max: amountMax }),
    when_spent: choiceField(['refuse', 'embedded']),
  });
  if (found === undefined) return undefined;
  const { read, has } = found;
  if (!has('currency')) place.at('currency').fault('is missing');
  if (needsLimit && !has('per_day') && !has('per_month'))
    place.fault('limits nothing: it needs per_day or per_month');
  if (read.currency === undefined) return undefined;
  return {
    currency: read.currency,
    perDay: read.per_day ?? null,
    perMonth: read.per_month ?? null,
    whenSpent: read.when_spent ?? 'refuse',
  };
}

/** Spending in one currency does not count in another, so a budget in several currencies would limit only part of it. */
function checkCurrencies(
  { tiers, refinement, verification, budgets }: ModelsSettings,
  root: FilePlace,
): void {
  const prices = new Set(
    [...tiers, refinement, verification].flatMap((model) => model?.price?.currency ?? []),
  );
  const place = root.at('tenant_budgets');
  const check = (budget: TenantBudget, at: FilePlace) => {
    if (budget.perDay === null && budget.perMonth === null) return;
    if (prices.size === 0) at.fault('cannot be enforced: no model has a price');
    else if ([...prices].some((unit) => unit !== budget.currency))
      at.at('currency').fault('must be the one currency in which all models have their prices');
  };
  if (budgets.usual !== null) check(budgets.usual, place.at('default'));
  for (const [tenantId, budget] of budgets.tenants) check(budget, place.at('tenants').at(tenantId));
}
