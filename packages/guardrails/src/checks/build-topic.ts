import { foldWords } from '../fold-words.ts';
import { createTopicMeter } from '../topics/create-topic-meter.ts';
import { type BuildCheck, faulty } from './check-builder.ts';
import { decide } from './decide.ts';

/**
 * Fitted on questions of eighteen fields, each described in a sentence, with and without examples. Rejecting a good
 * question is worse than passing an off-topic one: a denied topic must be clearly near, an allowed one only not far.
 */
const deniedFrom = 0.31;
const allowedFrom = 0.15;
const width = 0.05;
const farthest = -1;

/** Questions about denied topics, or about none of the allowed ones, by semantic similarity. */
export const buildTopic: BuildCheck<'topic'> = ({ settings, ...given }, { encoder }) => {
  if (encoder === null) return faulty(['check'], 'Needs an encoder, and this installation has none');
  const { allowed, denied } = settings;
  const measure = createTopicMeter(encoder, [...denied, ...allowed]);
  const clear = 'The question is on a topic that is answered here.';

  return {
    kind: 'text',
    target: 'question',
    check: async ({ text }, { owner }) => {
      if (isSmallTalk(text))
        return { kind: 'pass', score: 0, reasoning: 'The question is too short to be on any topic.' };
      const nearness = await measure(text, owner);
      const toDenied = Math.max(...nearness.slice(0, denied.length), farthest);
      const toAllowed = Math.max(...nearness.slice(denied.length), farthest);
      const deniedScore = denied.length === 0 ? 0 : steep(toDenied - deniedFrom);
      const allowedScore = allowed.length === 0 ? 0 : steep(allowedFrom - toAllowed);
      const found =
        deniedScore >= allowedScore
          ? 'The question is on a topic that is not answered here.'
          : 'The question is on none of the topics that are answered here.';
      const score = Math.max(deniedScore, allowedScore);
      return decide({ score, reasoning: { found, clear }, models: [encoder.name] }, given);
    },
  };
};

/** 0 to 1, with one half at 0. */
function steep(distance: number): number {
  return Math.round(10_000 / (1 + Math.exp(-distance / width))) / 10_000;
}

const courtesies: ReadonlySet<string> = new Set(
  `hello hi hey hiya howdy greetings good morning afternoon evening day night goodbye bye cheers thanks thank thx
  please welcome you u your yours i m im am are is it s that this there to the a an and so very much lot again all everyone
  team how who what name do doing going help can me my with yes no yeah nope ok okay sure fine great nice perfect cool
  sorry pleased meet more tell go on continue why really else then next
  hola gracias bonjour merci salut hallo danke guten tag morgen ciao grazie ola obrigado`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const lettersMin = 10;
const wordsMin = 3;

/** Texts that have no topic: greetings, thanks, and those too short to tell. */
function isSmallTalk(text: string): boolean {
  const words = foldWords(text);
  if (words.length < wordsMin && words.join('').length < lettersMin) return true;
  return words.every((word) => courtesies.has(word));
}
