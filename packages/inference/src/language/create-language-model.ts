import type { Clock } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { createLimiter } from '@avow/foundation/concurrency';
import type { LanguageModel, ModelCost } from '../language-model.ts';
import { type LocalModelEvent, openLocalFetch } from '../local/open-local-fetch.ts';
import type { ModelFaultCode } from '../model-fault.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { StartStream } from './attempt-stream.ts';
import { createBreaker } from './create-breaker.ts';
import { createRetryBudget } from './create-retry-budget.ts';
import { createSpending } from './create-spending.ts';
import { failureOf } from './describe-model-error.ts';
import type { AbortScope } from './open-abort-scope.ts';
import { limitFetch, type OpenedFetch, openFetch } from './open-fetch.ts';
import { openProvider, type ProviderModel, type RequestForm } from './open-provider.ts';
import { streamByLibrary } from './stream-by-library.ts';
import { streamChat } from './stream-chat.ts';
import { type CallDependencies, writePieces } from './write-pieces.ts';

/** The circuit of a model has opened or closed again; the code is that of the failure in both cases. */
export interface ModelChange {
  readonly kind: 'degraded' | 'recovered';
  /** Its name, as `anthropic/claude-sonnet`. */
  readonly model: string;
  readonly code: ModelFaultCode;
}

export interface LanguageModelOptions {
  readonly onChange: (change: ModelChange) => void;
  /** What happens to the process of a local model. */
  readonly onLocalEvent?: (event: LocalModelEvent) => void;
  /** Left out: its own, with the time limit of the settings. They are closed with the model. */
  readonly connections?: OpenedFetch;
  readonly clock?: Clock;
  /** How long the circuit stays open at first. */
  readonly restMs?: number;
}

export interface OpenedLanguageModel extends LanguageModel {
  /** Another node has stopped calling the model: here the next failure is enough. */
  suspect(): void;
  /** Ends what is being written, and the connections. Nothing can be written afterwards. */
  close(): Promise<void>;
}

const restMsUsual = 5000;
const responseBytesLeast = 256 * 1024;
/** A token comes in an event of some hundred bytes; some servers say a good deal more with each. */
const responseBytesPerToken = 2048;

/**
 * A language model of one of the providers. Its breaker, its limiter, its budget of retries and what was spent on it today
 * are its own and kept in memory: each process begins with none.
 */
export function createLanguageModel(
  settings: ModelSettings,
  {
    onChange,
    onLocalEvent = () => undefined,
    connections = openConnections(settings, onLocalEvent),
    clock = systemClock,
    restMs = restMsUsual,
  }: LanguageModelOptions,
): OpenedLanguageModel {
  const name = `${settings.provider}/${settings.model}`;
  const running = new Set<AbortScope>();
  let isClosed = false;
  const parts: CallDependencies = {
    settings,
    clock,
    breaker: createBreaker({ clock, restMs, onChange: (change) => onChange({ ...change, model: name }) }),
    limiter: createLimiter({ runningMax: settings.atOnceMax, waitingMax: settings.waitingMax }),
    budget: createRetryBudget(clock),
    spending: createSpending(settings, clock),
    start: createStart(settings, connections),
    forms: new Map(),
    running,
  };
  return {
    name,
    write: (task, signal) => {
      const cost = Promise.withResolvers<ModelCost>();
      const logProbability = Promise.withResolvers<number | null>();
      const given = isClosed ? AbortSignal.abort(closedFault()) : signal;
      return {
        pieces: writePieces(parts, {
          task,
          signal: given,
          onEnd: (charged, mean) => {
            cost.resolve(charged);
            logProbability.resolve(mean);
          },
        }),
        cost: cost.promise,
        logProbability: logProbability.promise,
      };
    },
    suspect: parts.breaker.suspect,
    close: async () => {
      isClosed = true;
      for (const scope of running) scope.abort(closedFault());
      await connections.close();
    },
  };
}

/** To a server, or to a process that loads the model at once. */
function openConnections(settings: ModelSettings, onEvent: (event: LocalModelEvent) => void): OpenedFetch {
  const { local, atOnceMax } = settings;
  return local === null ? openFetch(settings) : openLocalFetch({ ...local, atOnceMax }, { onEvent });
}

const closedFault = () => failureOf('unreachable').fault;

function createStart(settings: ModelSettings, { fetch, dispatcher }: OpenedFetch): StartStream {
  const bytesMax = responseBytesLeast + settings.outputTokensMax * responseBytesPerToken;
  if (settings.provider === 'openai_compatible' && dispatcher !== undefined)
    return streamChat({ settings, dispatcher, bytesMax });
  const limited = limitFetch(fetch, { bytesMax });
  // The library of the provider is loaded with the first request, and once for each form.
  const opened = new Map<RequestForm, Promise<ProviderModel>>();
  return streamByLibrary(settings, (form) => {
    const model = opened.get(form) ?? openProvider(settings, { fetch: limited, form });
    opened.set(form, model);
    return model;
  });
}
