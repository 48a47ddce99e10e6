import { checkFacts, describeSettings, type GuardrailCheck, guardrailChecks } from '@avow/contract';
import { groupOf, nameTypes } from '../guardrails/checks/personal-data-groups.ts';
import { dataTypes } from '../guardrails/personal-data/data-types.ts';

/** The checks that a policy can name, with what each of them can be told. */
export function describeChecks() {
  return guardrailChecks.map((check: GuardrailCheck) => {
    const { stages, actions, category, failMode } = checkFacts[check];
    return { check, stages, actions, category, fail_mode: failMode, settings: describeSettings(check) };
  });
}

/** The types of personal data by the groups that a policy can name in their place. */
export function listPersonalData(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Map.groupBy([...dataTypes, ...nameTypes], groupOf));
}
