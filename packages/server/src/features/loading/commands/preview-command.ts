import { basename } from 'node:path';
import { insightLimits, type QnaPreview } from '@avow/contract';
import { systemClock, UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { openParser } from '../../../app/open-parser.ts';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import type { Config } from '../../../config/load-config.ts';
import {
  jsonOption,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
  withPack,
} from '../../content/commands/with-packs.ts';
import type { PairContent } from '../../curated/curated.ts';
import { openPairPreview } from '../../insights/compose/compose-insights.ts';
import { readPairsFile } from '../pairs/read-pairs-file.ts';
import { readBounded } from './read-bounded.ts';

/** Each is compared with thousands of questions. */
const pairsMax = 50;
const textCodePointsMax = 120;
const dayMs = 86_400_000;

export function addPreviewCommand(packs: Command, context: CommandContext): void {
  packs
    .command('preview')
    .argument(...packArgument)
    .argument('<file>', 'JSON, CSV, TSV or XLSX with curated pairs, as for "avow packs import"')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show which past and golden questions curated pairs would answer; changes nothing')
    .action(async (wanted: string, path: string, options: PackOptions) => {
      const file = { fileName: basename(path), bytes: await readBounded(path) };
      await withPack(context, wanted, options, async ({ data, packSearch, packs: content, tenant, pack }) => {
        const pairs = await readPairs(file, context.config());
        const onFailure = () => context.terminal.err('Some questions could not be embedded.\n');
        const opened = await openPairPreview({ config: context.config(), data, packSearch, onFailure });
        const untilMs = systemClock.nowMs() + 1;
        const period = { fromMs: untilMs - insightLimits.daysUsual * dayMs, untilMs };
        try {
          for (const pair of pairs) {
            const same = await content.findPairs(tenant.tenantId, pack.packId, [pair.question]);
            const replaces = same?.find(({ question }) => question === pair.question)?.curatedId ?? null;
            const preview = stillThere(
              await opened.preview(tenant.tenantId, period, { packId: pack.packId, pair, replaces }),
            );
            context.terminal.out(
              options.json
                ? JSON.stringify({ question: pair.question, ...preview })
                : describe(pair, preview),
            );
          }
        } finally {
          await opened.close();
        }
      });
    });
}

async function readPairs(
  file: { readonly fileName: string; readonly bytes: Uint8Array },
  config: Config,
): Promise<PairContent[]> {
  const { fileName } = file;
  const parser = openParser(config);
  try {
    const { pairs, faults } = await readPairsFile({ ...file, parser });
    const [fault] = faults;
    if (pairs.length === 0)
      throw new UserError(fault === undefined ? `${fileName} has no curated pairs.` : fault.reason);
    if (pairs.length > pairsMax)
      throw new UserError(
        `${fileName} has ${pairs.length} pairs: at most ${pairsMax} can be previewed at once.`,
      );
    return pairs;
  } finally {
    await parser.close();
  }
}

function describe({ question }: PairContent, { messages, golden }: QnaPreview): string {
  const pending = messages.pending_embeddings + golden.pending_embeddings;
  return [
    `${cleanLine(question, textCodePointsMax)}`,
    `  would answer ${messages.captured} of ${messages.compared} past questions and ${golden.captured} of ${golden.compared} golden questions.`,
    ...messages.data.map(
      (one) =>
        `  ${one.score.toFixed(2)}  ${cleanLine(one.question, textCodePointsMax)} (asked ${one.count} times; ${lastAnswer(one)})`,
    ),
    ...golden.data.map(
      (one) => `  ${one.score.toFixed(2)}  ${cleanLine(one.question, textCodePointsMax)} (${one.golden_id})`,
    ),
    ...(pending === 0
      ? []
      : [`  ${pending} questions are not embedded yet and were not compared. Run the command again.`]),
  ].join('\n');
}

function lastAnswer({
  answered_from: from,
  answered_score: score,
}: Pick<QnaPreview['messages']['data'][number], 'answered_from' | 'answered_score'>): string {
  return from === 'none' ? 'not answered' : `answered from ${from}, ${score.toFixed(2)}`;
}
