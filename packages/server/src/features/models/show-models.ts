import type { ModelsState, ShownModel } from '@avow/contract/models';
import type { ModelSettings, ModelsSettings, TenantBudget } from '@avow/inference';
import type { LastChecks } from './last-checks.ts';
import type { ModelDocument } from './model-document.ts';

type KeptModel = ModelDocument['tiers'][number];
type Shown = Pick<ModelsState, 'tiers' | 'refinement' | 'verification' | 'guardrail' | 'tenant_budget'>;

/** Models that were set without a file. */
export function showDocument(
  { tiers, refinement, verification, guardrail, tenant_budget: budget, keys }: ModelDocument,
  lastChecks: Pick<LastChecks, 'find'>,
): Shown {
  const show = (model: KeptModel) => ({ ...showKept(model), last_check: lastChecks.find(model, keys) });
  const orNull = (model: KeptModel | null) => model && show(model);
  return {
    tiers: tiers.map(show),
    refinement: orNull(refinement),
    verification: orNull(verification),
    guardrail: orNull(guardrail),
    tenant_budget: budget && {
      currency: budget.currency,
      per_day: budget.per_day ?? null,
      per_month: budget.per_month ?? null,
      when_spent: budget.when_spent,
    },
  };
}

function showKept(model: KeptModel): Omit<ShownModel, 'last_check'> {
  return {
    provider: model.provider,
    model: model.model,
    base_url: model.base_url ?? null,
    region: model.region ?? null,
    has_key: model.key_id !== undefined,
    key_id: model.key_id ?? null,
    price: model.price ?? null,
    budget_per_day: model.budget_per_day ?? null,
  };
}

/** Models of a file, without their keys. */
export function showSettings({ tiers, refinement, verification, guardrail, budgets }: ModelsSettings): Shown {
  const orNull = (model: ModelSettings | null) => model && showModel(model);
  return {
    tiers: tiers.map(showModel),
    refinement: orNull(refinement),
    verification: orNull(verification),
    guardrail: orNull(guardrail),
    tenant_budget: budgets.usual && showBudget(budgets.usual),
  };
}

function showModel({
  provider,
  model,
  baseUrl,
  region,
  key,
  price,
  budgetPerDay,
}: ModelSettings): ShownModel {
  return {
    ...{ provider, model, base_url: baseUrl, region, has_key: key !== null, key_id: null },
    price: price && {
      currency: price.currency,
      input_per_million: price.inputPerMillion,
      output_per_million: price.outputPerMillion,
    },
    budget_per_day: budgetPerDay,
    // They are checked by commands alone.
    last_check: null,
  };
}

function showBudget({ currency, perDay, perMonth, whenSpent }: TenantBudget): Shown['tenant_budget'] {
  return { currency, per_day: perDay, per_month: perMonth, when_spent: whenSpent };
}
