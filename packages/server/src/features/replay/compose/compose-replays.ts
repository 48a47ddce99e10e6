import { type AnsweringInstallation, composeQueries } from '../../../app/compose-queries.ts';
import type { Installation } from '../../../app/installation.ts';
import type { composeGuardrails } from '../../policies/compose/compose-guardrails.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import { createInstalled, type Installed } from '../../rules/compose/compose-rules.ts';
import { createReplays, type Replays } from '../create-replays.ts';
import { type ReplaySources, replayMessage } from '../replay.ts';

/** Replays over HTTP, with the models that answer now. */
export function composeReplays(
  parts: AnsweringInstallation & Installed & Required<Pick<Installation, 'budgets'>>,
  {
    guards,
    packSearch,
  }: {
    readonly guards: Awaited<ReturnType<typeof composeGuardrails>>['guards'];
    readonly packSearch: SelfRepairingSearch;
  },
): Replays {
  const { data, clock } = parts;
  const { records, content, log } = data.store;
  // The models may be replaced while the service runs.
  const sourcesNow = (): ReplaySources => ({
    ...{ records, content, log, packSearch, guards, clock, search: data.search },
    ...{ tiers: parts.tiers, refinement: parts.refinement, budgets: parts.budgets },
    ...{ encoder: parts.encoder, reader: parts.reader },
    installedRules: createInstalled(parts),
    composeQueries: (context) => composeQueries(parts, context),
  });
  return createReplays({
    ...{ records, log, clock },
    replayMessage: (...asked) => replayMessage(sourcesNow(), ...asked),
  });
}
