import { AppError } from '@avow/foundation';
import type { GuardrailPolicies } from '@avow/guardrails/policies';
import { type AnsweringInstallation, composeQueries } from '../../../app/compose-queries.ts';
import type { Installation } from '../../../app/installation.ts';
import { version } from '../../../app/version.ts';
import type { composeGuardrails } from '../../policies/compose/compose-guardrails.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import { createAsking } from '../create-asking.ts';
import { createCheckGate } from '../create-check-gate.ts';
import { createDraftTrials, type DraftTrials } from '../create-draft-trials.ts';
import { createEvaluationRuns, type SharedEvaluationRuns } from '../create-evaluation-runs.ts';
import { createEvaluations } from '../create-evaluations.ts';
import type { CheckGate, Evaluations, GoldenSets } from '../evaluation.ts';
import { composeGoldenSets } from './compose-golden-sets.ts';

export interface ComposedEvaluations {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Evaluations;
  readonly evaluationRuns: SharedEvaluationRuns;
  readonly draftTrials: DraftTrials;
  readonly checkGate: CheckGate;
}

/** Golden sets and evaluations, for the service and for the command line alike. */
export function composeEvaluations(
  parts: AnsweringInstallation & Required<Pick<Installation, 'budgets'>>,
  {
    guardrails,
    policies,
    packSearch,
  }: {
    readonly guardrails: Awaited<ReturnType<typeof composeGuardrails>>;
    readonly policies: GuardrailPolicies;
    readonly packSearch: SelfRepairingSearch;
  },
): ComposedEvaluations {
  const { data, clock, log } = parts;
  const { content, golden, records, feedback } = data.store;
  const asking = createAsking({
    ...{ ...parts, content, packSearch, policies },
    get budgets() {
      return parts.budgets;
    },
    composeQueries: (context) => composeQueries(parts, context),
    serviceVersion: version,
    languageModels: {
      get tiers() {
        return parts.tiers.map(({ model }) => model.name);
      },
      get refinement() {
        return parts.refinement?.name ?? null;
      },
    },
    ...{ search: data.search, tryPackLock: data.tryPackLock },
    ...{ spending: records, calibrations: feedback },
    ...{ guards: guardrails.guards, checkParts: guardrails.parts },
  });
  const evaluating = { content, golden, clock, asking };
  const evaluations = createEvaluations(evaluating);
  return {
    goldenSets: composeGoldenSets(data, clock).goldenSets,
    evaluations,
    evaluationRuns: createEvaluationRuns({
      ...{ evaluations, clock, consult: consultOn(data.nodes) },
      onFailure: (error, evaluationId) =>
        log.error({ err: error, evaluation_id: evaluationId }, 'an evaluation failed'),
    }),
    draftTrials: createDraftTrials({ asking, content }),
    checkGate: createCheckGate(evaluating),
  };
}

/** The announcement by which nodes ask each other about evaluations in progress. */
export const aboutEvaluations = 'about evaluations';

function consultOn(nodes: Installation['data']['nodes']) {
  return async (question: string): Promise<readonly string[]> => {
    const answers = await nodes.consult(aboutEvaluations, question);
    if (answers !== null) return answers;
    throw new AppError('audit_unavailable', {
      detail: 'Another node has not said in time which evaluations it runs. Repeat the request.',
      retryAfterSeconds: 5,
    });
  };
}
