import { checkFacts, describeSettings, type GuardrailCheck, guardrailChecks } from '@avow/contract';
import { dataTypes, groupOf, nameTypes } from '@avow/guardrails';

/** The checks that a policy can name, with their settings. */
export function describeChecks() {
  return guardrailChecks.map((check: GuardrailCheck) => {
    const { stages, actions, category, failMode } = checkFacts[check];
    return { check, stages, actions, category, fail_mode: failMode, settings: describeSettings(check) };
  });
}

/** The types of personal data, by the groups that a policy can name instead. */
export function listPersonalData(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Map.groupBy([...dataTypes, ...nameTypes], groupOf));
}
