import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import type { GuardrailRoutesParts } from './guardrail-route.ts';
import {
  acceptThresholds,
  getGuardrails,
  listGuardrailVersions,
  replaceGuardrails,
  resetGuardrails,
} from './policy.ts';
import { testGuardrails } from './trial.ts';

/** The handlers of the operations on guardrail policies, by their ids. */
export function guardrailHandlers(parts: GuardrailRoutesParts) {
  return {
    getGuardrails: getGuardrails(parts),
    replaceGuardrails: replaceGuardrails(parts),
    acceptThresholds: acceptThresholds(parts),
    resetGuardrails: resetGuardrails(parts),
    listGuardrailVersions: listGuardrailVersions(parts),
    testGuardrails: testGuardrails(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
