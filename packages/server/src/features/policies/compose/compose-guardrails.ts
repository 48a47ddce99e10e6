import { groundingLines } from '@avow/answering/write';
import type { GuardrailPolicy } from '@avow/contract/guardrails';
import type { TenantId } from '@avow/foundation';
import { type CheckDependencies, createGuards, createPassageScreening } from '@avow/guardrails';
import { createGuardrailPolicies, defaultPolicy, type GuardrailPolicies } from '@avow/guardrails/policies';
import type { Installation } from '../../../app/installation.ts';
import { openClassifier } from '../../../app/models/open-classifier.ts';
import { rememberSettings } from '../../../app/remember-settings.ts';
import type { Config } from '../../../config/load-config.ts';
import { readDeniedWords } from '../../../config/read-denied-words.ts';
import { countBlocks } from '../../feedback/feedback.ts';
import { createPastMessages } from '../create-past-messages.ts';

/** The guardrails of this installation, and the policy of tenants that have not set one. */
export async function composeGuardrails(
  given: Required<
    Pick<Installation, 'config' | 'data' | 'encoder' | 'reader' | 'screener' | 'guardModel' | 'clock'>
  >,
) {
  const { config, data, encoder, reader, screener, clock } = given;
  const classifier = await openClassifier();
  const { screenings, policies } = data.store;
  const screening = createPassageScreening({
    ...{ classifier, screener },
    results: { find: (owner, wanted) => screenings.find(owner as TenantId, wanted) },
  });
  const parts: CheckDependencies = {
    ...{ classifier, screener, encoder, screening },
    // Another one may be set while the service runs.
    get guardModel() {
      return given.guardModel;
    },
    hasJudge: reader !== null,
  };
  const builtIn = await readBuiltIn(config, parts);
  const current = rememberSettings(data.nodes, policies.currentPolicy);
  const guards = createGuards({
    ...{ policies: { ...policies, currentPolicy: current.read }, builtIn, parts, clock },
  });
  const change: typeof guards.change = (tenantId, policy) => {
    current.forget(tenantId);
    guards.change(tenantId, policy);
  };
  return { parts, screening, builtIn, guards: { ...guards, change } };
}

async function readBuiltIn(config: Config, parts: CheckDependencies): Promise<GuardrailPolicy> {
  return defaultPolicy({
    promptCodePointsMax: config.promptCodePointsMax,
    deniedWords: await readDeniedWords(config.deniedWordsFile),
    grounding: groundingLines,
    has: { screener: parts.screener !== null, judge: parts.hasJudge },
  });
}

/** The policies of tenants, for the service and for the command line alike. */
export function composePolicies(
  { data, clock }: Required<Pick<Installation, 'data' | 'clock'>>,
  { parts, builtIn, guards }: Awaited<ReturnType<typeof composeGuardrails>>,
): GuardrailPolicies {
  const { policies, records, feedback } = data.store;
  return createGuardrailPolicies({
    ...{ policies, builtIn, parts, clock },
    past: createPastMessages(records),
    countBlocks: (tenantId, askedFromMs) => countBlocks(feedback, tenantId, askedFromMs),
    onChanged: guards.change,
  });
}
