import { createTopicMeter, type Topic, type TopicMeter } from '../topics/create-topic-meter.ts';
import { isSmallTalk } from '../topics/is-small-talk.ts';
import { type BuildCheck, faulty } from './check-builder.ts';
import { decide } from './decide.ts';

/**
 * How near is near, found on questions of eight fields of everyday life and of a bank, each described in a sentence with
 * five examples. To turn away a good question is worse than to let a strange one through: what is denied must be clearly
 * near, what is allowed only not far.
 */
const deniedFrom = 0.3;
const allowedFrom = 0.15;
const width = 0.05;

/** Questions on what the operator does not want spoken of, or not on what alone they want spoken of: by meaning. */
export const buildTopic: BuildCheck<'topic'> = ({ settings, timeout_ms, ...given }, { encoder }) => {
  if (encoder === null) return faulty(['check'], 'Needs an encoder, and this installation has none');
  const limits = { timeoutMs: timeout_ms };
  const meterOf = (topics: readonly Topic[]): TopicMeter | null =>
    topics.length === 0 ? null : createTopicMeter(encoder, topics, limits);
  const denied = meterOf(settings.denied);
  const allowed = meterOf(settings.allowed);
  const clear = 'The question is on a topic that is answered here.';

  return {
    kind: 'text',
    looksAt: 'question',
    check: async ({ text }) => {
      if (isSmallTalk(text))
        return { kind: 'pass', score: 0, reasoning: 'The question is too short to be on any topic.' };
      const deniedScore = denied === null ? 0 : steep((await denied(text)) - deniedFrom);
      const allowedScore = allowed === null ? 0 : steep(allowedFrom - (await allowed(text)));
      const found =
        deniedScore >= allowedScore
          ? 'The question is on a topic that is not answered here.'
          : 'The question is on none of the topics that are answered here.';
      return decide({ score: Math.max(deniedScore, allowedScore), reasoning: { found, clear } }, given);
    },
  };
};

/** 0 to 1, with one half at 0. */
function steep(distance: number): number {
  return Math.round(10_000 / (1 + Math.exp(-distance / width))) / 10_000;
}
