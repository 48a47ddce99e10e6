import type { LanguageModel } from '@avow/inference';
import { ModelFault } from '@avow/inference';
import type { ModelCallOutcome } from './model-metrics.ts';
import type { ModelTelemetry } from './telemetry.ts';

/** A language model whose calls are counted and traced, with their outcome and cost but not a word of them. */
export function observeModel<Model extends LanguageModel>(model: Model, telemetry: ModelTelemetry): Model {
  return {
    ...model,
    write: (task, signal) => {
      const writing = model.write(task, signal);
      const call = { model: model.name, outputTokensMax: task.outputTokensMax };
      return { ...writing, pieces: observePieces(writing, () => telemetry.callModel(call)) };
    },
  };
}

/** A call begins when its output is first read, as the model's own does. */
async function* observePieces(
  { pieces, cost }: Pick<ReturnType<LanguageModel['write']>, 'pieces' | 'cost'>,
  begin: () => ReturnType<ModelTelemetry['callModel']>,
): AsyncGenerator<string, void, undefined> {
  const end = begin();
  let outcome: ModelCallOutcome = 'stopped';
  try {
    yield* pieces;
    outcome = 'ok';
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    void cost.then((charged) => end({ outcome, cost: charged }));
  }
}

function outcomeOf(error: unknown): ModelCallOutcome {
  if (error instanceof ModelFault) return error.code;
  const isAbort = error instanceof Error && ['AbortError', 'TimeoutError', 'AppError'].includes(error.name);
  return isAbort ? 'cancelled' : 'error';
}
