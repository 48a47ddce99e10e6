import type { LanguageModel, ModelSettings } from '@avow/inference';
import { createPieceCleaner } from '../../verify/clean-pieces.ts';
import { type OpenWriting, openWriting } from '../read-writing.ts';
import { writeJudgingTask } from './judging-task.ts';
import { readVerdicts } from './read-verdicts.ts';
import type { SecondJudge } from './second-judge.ts';

/** A longer reply has no verdicts, and is not read to its end. */
const replyUnitsMax = 20_000;

/** A language model of any provider as second judge. Its limits, its breaker and its budget are those of its settings. */
export function createSecondJudge({
  model,
  settings: { outputTokensMax, sourceCharactersMax },
}: {
  readonly model: LanguageModel;
  readonly settings: Pick<ModelSettings, 'outputTokensMax' | 'sourceCharactersMax'>;
}): SecondJudge {
  return {
    name: model.name,
    judge: async (asked, call) => {
      const written = writeJudgingTask(asked, { outputTokensMax, sourceUnitsMax: sourceCharactersMax });
      if (written === null) return null;
      const { task, positions } = written;
      const writing = openWriting(model, task, call);
      let reply: string | null = null;
      let ended: Awaited<ReturnType<typeof writing.close>>;
      try {
        reply = await readReply(writing);
      } finally {
        ended = await writing.close();
      }
      const numbered = reply === null ? null : readVerdicts(reply, positions.length);
      const verdicts =
        numbered && new Map([...numbered].map(([number, said]) => [positions[number - 1] as number, said]));
      return { verdicts, cost: ended.cost };
    },
  };
}

/** Null if it fails, or does not end. */
async function readReply(writing: OpenWriting): Promise<string | null> {
  const cleaner = createPieceCleaner();
  let reply = '';
  while (reply.length <= replyUnitsMax) {
    const next = await writing.next();
    if (next.kind === 'broke') return null;
    if (next.kind === 'ended') return reply + cleaner.end();
    reply += cleaner.push(next.piece);
  }
  return null;
}
