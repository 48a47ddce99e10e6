import { QueueFullError } from '@avow/foundation/concurrency';
import type { Screener } from '../screener.ts';
import { combineScreenings } from './combine-screenings.ts';
import { createScreenedText, type ScreenedText } from './create-screened-text.ts';
import { openWindows, type WindowLimits, type WindowModelOptions, windowLimits } from './open-windows.ts';
import { parseScreenerAnswer } from './parse-screener-answer.ts';
import { verifyGraph } from './read-graph.ts';
import { nameScreenings, readScreenerManifest } from './read-screener-manifest.ts';
import { readTokeniser } from './read-tokeniser.ts';
import { runTexts } from './run-texts.ts';
import type { ScreenerLane } from './screener-event.ts';
import type { ScreenerRequest } from './screener-request.ts';

export type EmbeddedScreenerOptions = WindowModelOptions<ScreenerLane, ScreenerLimits>;

/** A window takes as long as its tokens and so many more: 7 ms with 3 of them and 52 ms with 122, on one core. */
const tokensPerRequest = 12;

/**
 * A screener whose model comes with the product and runs on this machine, in a process that ends and is started again by
 * itself. Texts become tokens here, and the process takes one window on a text at a time: so the scores of a text do not
 * hang on what else is screened with it, others are screened between the windows of a long text, and a call that was aborted
 * holds the next one up for one window at most.
 * Fails with a `UserError` that names the file where one is missing or damaged.
 */
export async function openEmbeddedScreener(options: EmbeddedScreenerOptions): Promise<Screener> {
  const { folder } = options;
  const limits: ScreenerLimits = { ...screenerLimits, ...options.limits };
  const manifest = await readScreenerManifest(folder);
  const tokeniser = await readTokeniser(folder, manifest);
  // The processes verify what they load; this check informs the operator at startup instead of at the first question.
  await verifyGraph(folder, manifest);

  const { lane, onNonsense, close } = openWindows<ScreenerLane, ScreenerRequest>(
    {
      ...{ owner: 'screener', lane: 'screening', manifest, limits },
      processUrl: new URL('./screener-process.ts', import.meta.url),
      // A window each, since a long text must not keep short ones waiting; and several short ones for a long one.
      requestsPerTurn: 1,
      costOf: ({ ids }) => tokensPerRequest + ids.length,
    },
    options,
  );

  const temperatures = {
    injection: manifest.injection_temperature,
    unsafe: manifest.unsafe_temperature,
    tags: manifest.tags_temperature,
  };
  /** Null where it is too long: what it is up to may stand in what would be left out. */
  const toSequence = (text: string): ScreenedText | null => {
    if (text.length > limits.textUnitsMax) return null;
    const screened = createScreenedText(text, tokeniser, { tokensMax: manifest.tokens_max });
    return screened.windows.length > limits.textWindowsMax ? null : screened;
  };

  return {
    name: nameScreenings(manifest),
    screen: async (texts, { signal, owner, isBackground }) => {
      // What is screened is waited for: a text must not go unscreened because others are.
      const found = await runTexts({ lane, workload: null, limits, onNonsense }, texts, {
        ...{ signal, owner, isBackground, deadlineMs: null },
        toSequence,
        toRequests: ({ windows }) => windows.map(({ ids, capitals }) => ({ ids, capitals })),
        check: parseScreenerAnswer,
      });
      if (found === 'busy') throw new QueueFullError('too many texts wait to be screened');
      return (
        found?.map(({ sequence, answers }) => combineScreenings(sequence, answers, temperatures)) ?? null
      );
    },
    close,
  };
}

/** The limits of screening. */
interface ScreenerLimits extends WindowLimits {
  /** Of one text, in UTF-16 units. With a longer one, a call gives null. */
  readonly textUnitsMax: number;
  /** Of one text. With a longer one, a call gives null. */
  readonly textWindowsMax: number;
}

const screenerLimits: ScreenerLimits = {
  ...windowLimits,
  // The longest prompt that a service may be set to take is screened whole, whatever it is written in.
  textUnitsMax: 64_000,
  textWindowsMax: 512,
  callTokensMax: 262_144,
  residentBytesMax: 512 * 1024 * 1024,
};
