import type { ModelsState, ShownModel } from '@avow/contract/models';

/** Where a model is used. */
export type ModelPlace = number | 'refinement' | 'verification' | 'guardrail';

/** A model as it is sent: without what is not set, and with a new key or the id of the stored one. */
type SentModel = Readonly<Record<string, unknown>>;

export interface ModelFields {
  readonly provider: string;
  readonly model: string;
  readonly address: string;
  readonly region: string;
  /** Empty: the stored one, if there is one. */
  readonly key: string;
  readonly keyId: string | null;
  readonly currency: string;
  readonly inputPrice: string;
  readonly outputPrice: string;
  readonly budgetPerDay: string;
}

export const emptyFields: ModelFields = {
  ...{ provider: 'anthropic', model: '', address: '', region: '', key: '', keyId: null },
  ...{ currency: '', inputPrice: '', outputPrice: '', budgetPerDay: '' },
};

export function fieldsOf(model: ShownModel): ModelFields {
  const { price } = model;
  return {
    ...{ provider: model.provider, model: model.model, key: '', keyId: model.key_id },
    ...{ address: model.base_url ?? '', region: model.region ?? '' },
    currency: price?.currency ?? '',
    inputPrice: price === null ? '' : String(price.input_per_million),
    outputPrice: price === null ? '' : String(price.output_per_million),
    budgetPerDay: model.budget_per_day === null ? '' : String(model.budget_per_day),
  };
}

export function modelOf(fields: ModelFields): SentModel {
  const { provider, model, address, region, key, keyId, currency, budgetPerDay } = fields;
  return {
    ...{ provider, model: model.trim() },
    ...(address.trim() === '' ? {} : { base_url: address.trim() }),
    ...(provider === 'bedrock' ? { region: region.trim() } : {}),
    ...(key.trim() === '' ? (keyId === null ? {} : { key_id: keyId }) : { key: key.trim() }),
    ...(currency.trim() === ''
      ? {}
      : {
          price: {
            currency: currency.trim().toUpperCase(),
            input_per_million: Number(fields.inputPrice),
            output_per_million: Number(fields.outputPrice),
          },
        }),
    ...(budgetPerDay.trim() === '' ? {} : { budget_per_day: Number(budgetPerDay) }),
  };
}

const sent = (model: ShownModel): SentModel => modelOf(fieldsOf(model));
const sentOrNull = (model: ShownModel | null) => model && sent(model);

interface ModelsRequest {
  readonly tiers: readonly SentModel[];
  readonly refinement: SentModel | null;
  readonly verification: SentModel | null;
  readonly guardrail: SentModel | null;
  readonly tenant_budget: Readonly<Record<string, unknown>> | null;
}

/** The request that would change nothing. */
export function requestOf({
  tiers,
  refinement,
  verification,
  guardrail,
  tenant_budget: budget,
}: ModelsState): ModelsRequest {
  return {
    tiers: tiers.map(sent),
    refinement: sentOrNull(refinement),
    verification: sentOrNull(verification),
    guardrail: sentOrNull(guardrail),
    tenant_budget: budget && {
      currency: budget.currency,
      ...(budget.per_day === null ? {} : { per_day: budget.per_day }),
      ...(budget.per_month === null ? {} : { per_month: budget.per_month }),
      when_spent: budget.when_spent,
    },
  };
}

/** With a model in a place, or none there; a tier after the last is a new one. */
export function putModel(request: ModelsRequest, place: ModelPlace, model: SentModel | null): ModelsRequest {
  if (typeof place !== 'number') return { ...request, [place]: model };
  const tiers = [...request.tiers];
  tiers.splice(place, 1, ...(model === null ? [] : [model]));
  return { ...request, tiers };
}

export function moveTier(request: ModelsRequest, from: number, to: number): ModelsRequest {
  const tiers = [...request.tiers];
  const [moved] = tiers.splice(from, 1);
  if (moved !== undefined) tiers.splice(to, 0, moved);
  return { ...request, tiers };
}

/** Of a model in the request that sets it, as a fault names it. */
export const pointerOf = (place: ModelPlace): string =>
  typeof place === 'number' ? `/tiers/${place}` : `/${place}`;
