import { ModelFault, type ModelFaultCode } from '../errors/model-fault.ts';
import type { LanguageModel, ModelCost } from '../interfaces/language-model.ts';
import type { ModelSettings, ModelsSettings } from '../interfaces/model-settings.ts';
import { openGuardModel } from './open-guard-model.ts';
import { openLanguageModels } from './open-language-models.ts';

/** How a model did when it was asked something small. */
export interface ModelCheck {
  /** What it is set up for, as `tier 1`. */
  readonly use: string;
  /** The provider's name and the model's. */
  readonly name: string;
  /** Null: it works. */
  readonly fault: { readonly code: ModelFaultCode; readonly message: string } | null;
  readonly tookMs: number;
  /** Null where it is not counted. */
  readonly cost: ModelCost | null;
}

const question = {
  instructions: 'Answer with one word and nothing else.',
  prompt: 'Is ice colder than steam? Answer yes or no.',
};
const rule = { rule: 'The text must not insult anybody.', examples: [], text: 'Good morning.' };
/** As long as guardrails wait. */
const guardTimeoutMs = 2_000;

/** Asks every model that is set up one small question, with the limits that it has in the service. */
export async function checkModels(settings: ModelsSettings): Promise<ModelCheck[]> {
  const unwatched = { onChange: () => undefined };
  const { tiers, refinement, close } = await openLanguageModels(settings, unwatched);
  const tierChecks = tiers.map(({ tier, model, settings: { outputTokensMax } }) =>
    checkOne({ use: `tier ${tier}`, name: model.name }, askIt(model, outputTokensMax)),
  );
  const refinementCheck =
    refinement === null || settings.refinement === null
      ? []
      : [
          checkOne(
            { use: 'refinement', name: refinement.name },
            askIt(refinement, settings.refinement.outputTokensMax),
          ),
        ];
  try {
    return await Promise.all([...tierChecks, ...refinementCheck, ...checkGuardrail(settings.guardrail)]);
  } finally {
    await close();
  }
}

/** Nobody ends it but its own limits. */
const unending = new AbortController().signal;

type Ask = () => Promise<{ readonly error: unknown; readonly cost: ModelCost | null }>;

function askIt(model: LanguageModel, outputTokensMax: number): Ask {
  return async () => {
    const { pieces, cost } = model.write({ ...question, outputTokensMax }, unending);
    const error = await readAll(pieces).catch((caught: unknown) => caught);
    return { error, cost: await cost };
  };
}

/** Null where something was said. */
async function readAll(pieces: AsyncIterable<string>): Promise<ModelFault | null> {
  let said = '';
  for await (const piece of pieces) said += piece;
  return said.trim() === '' ? new ModelFault('not_understood', 'the language model said nothing') : null;
}

function checkGuardrail(settings: ModelSettings | null): Promise<ModelCheck>[] {
  if (settings === null) return [];
  const ask: Ask = async () => {
    const model = await openGuardModel(settings, { onChange: () => undefined });
    try {
      await model?.applyRule(rule, AbortSignal.timeout(guardTimeoutMs));
      return { error: null, cost: null };
    } catch (error) {
      return { error, cost: null };
    } finally {
      await model?.close();
    }
  };
  return [checkOne({ use: 'guardrail', name: `${settings.provider}/${settings.model}` }, ask)];
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
