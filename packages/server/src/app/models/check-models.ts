import type { GuardModel, LanguageModel, ModelCost, ModelFaultCode, ModelTier } from '@avow/inference';
import { ModelFault } from '@avow/inference';

/** The result of asking a model one short question. */
export interface ModelCheck {
  /** What it is configured for, such as `tier 1`. */
  readonly use: string;
  /** The provider's name and the model's. */
  readonly name: string;
  /** Null: it works. */
  readonly fault: { readonly code: ModelFaultCode; readonly message: string } | null;
  readonly tookMs: number;
  /** Null if it is not counted. */
  readonly cost: ModelCost | null;
}

const question = {
  instructions: 'Answer with one word and nothing else.',
  prompt: 'Is ice colder than steam? Answer yes or no.',
};
const rule = { rule: 'The text must not insult anybody.', examples: [], text: 'Good morning.' };
/** The same timeout as guardrails have. */
const guardTimeoutMs = 2_000;

export interface CheckedModels {
  readonly tiers: ReadonlyArray<ModelTier & { readonly settings: { readonly outputTokensMax: number } }>;
  readonly refinement: { readonly model: LanguageModel; readonly outputTokensMax: number } | null;
  readonly verification: CheckedModels['refinement'];
  /** Opened for the check only: a fault in opening it is the result of its check. */
  readonly guardrail: { readonly name: string; open(): Promise<OpenedGuardModel | null> } | null;
}

interface OpenedGuardModel extends GuardModel {
  close(): Promise<void>;
}

/** Asks every configured model one short question, with the limits that it has in the service. */
export async function checkModels({ guardrail, ...models }: CheckedModels): Promise<ModelCheck[]> {
  const { refinement, verification } = models;
  const asked = [
    ...models.tiers.map(({ tier, model, settings: { outputTokensMax } }) => ({
      ...{ use: `tier ${tier}`, model, outputTokensMax },
    })),
    ...(refinement === null ? [] : [{ use: 'refinement', ...refinement }]),
    ...(verification === null ? [] : [{ use: 'verification', ...verification }]),
  ];
  const checks = asked.map(({ use, model, outputTokensMax }) =>
    checkOne({ use, name: model.name }, askOnce(model, outputTokensMax)),
  );
  return await Promise.all([...checks, ...checkGuardrail(guardrail)]);
}

/** Only the limits of the model itself end the question. */
const unending = new AbortController().signal;

type Ask = () => Promise<{ readonly error: unknown; readonly cost: ModelCost | null }>;

function askOnce(model: LanguageModel, outputTokensMax: number): Ask {
  return async () => {
    const { pieces, cost } = model.write({ ...question, outputTokensMax }, unending);
    const error = await readAll(pieces).catch((caught: unknown) => caught);
    return { error, cost: await cost };
  };
}

/** Null if the model wrote anything. */
async function readAll(pieces: AsyncIterable<string>): Promise<ModelFault | null> {
  let written = '';
  for await (const piece of pieces) written += piece;
  return written.trim() === ''
    ? new ModelFault('not_understood', 'the language model returned an empty answer')
    : null;
}

function checkGuardrail(guardrail: CheckedModels['guardrail']): Promise<ModelCheck>[] {
  if (guardrail === null) return [];
  const ask: Ask = async () => {
    const model = await guardrail.open();
    try {
      await model?.applyRule(rule, AbortSignal.timeout(guardTimeoutMs));
      return { error: null, cost: null };
    } catch (error) {
      return { error, cost: null };
    } finally {
      await model?.close();
    }
  };
  return [checkOne({ use: 'guardrail', name: guardrail.name }, ask)];
}

async function checkOne(
  model: { readonly use: string; readonly name: string },
  ask: Ask,
): Promise<ModelCheck> {
  const startMs = performance.now();
  const { error, cost } = await ask();
  return { ...model, fault: faultOf(error), tookMs: performance.now() - startMs, cost };
}

function faultOf(error: unknown): ModelCheck['fault'] {
  if (error === null) return null;
  if (error instanceof ModelFault) return { code: error.code, message: error.message };
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { code: 'timeout', message: 'the language model takes too long' };
  throw error;
}
