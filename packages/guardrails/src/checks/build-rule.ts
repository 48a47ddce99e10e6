import { type BuildCheck, faulty, nameStage } from './check-builder.ts';
import { decide } from './decide.ts';

/** How long a model that somebody else runs is waited for, unless the policy says otherwise. */
const usualTimeoutMs = 2_000;

/** A rule in the operator's own words, applied by a language model. If the model fails, the check fails. */
export const buildRule: BuildCheck<'rule'> = ({ settings, stage, timeout_ms, ...given }, { guardModel }) => {
  if (guardModel === null) return faulty(['check'], 'Needs a language model, and none is configured');
  const { rule } = settings;
  const examples = settings.examples.map(({ text, breaks_rule }) => ({ text, breaksRule: breaks_rule }));
  const subject = nameStage(stage);
  const reasoning = {
    found: `A model found that ${subject.toLowerCase()} breaks the rule.`,
    clear: `A model found that ${subject.toLowerCase()} follows the rule.`,
  };
  return {
    kind: 'text',
    varies: true,
    check: async ({ text }, { signal }) => {
      const limit = AbortSignal.timeout(timeout_ms ?? usualTimeoutMs);
      const likelihood = await stopOn(AbortSignal.any([signal, limit]), (stop) =>
        guardModel.applyRule({ rule, examples, text }, stop),
      );
      if (!(likelihood >= 0 && likelihood <= 1)) throw new Error('the model gave no likelihood');
      const score = Math.round(likelihood * 10_000) / 10_000;
      return decide({ score, reasoning, models: [guardModel.name] }, given);
    },
  };
};

/** A model may ignore the signal. */
async function stopOn<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(signal), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
