import {
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
} from '@avow/contract/guardrails';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { createGuards } from '@avow/guardrails';
import {
  createGuardrailPolicies,
  type GuardrailPolicies,
  type PastMessages,
} from '@avow/guardrails/policies';
import type { GuardrailPoliciesDependencies } from '@avow/guardrails/testing';
import { noParts } from '@avow/guardrails/testing';
import { newFolder } from '@avow/storage/testing';
import { afterAll, beforeAll } from 'vitest';
import { sampleMasterKey } from '../../src/storage/contract/sample-master-key.ts';
import { newTenant, sampleTimeMs } from '../../src/storage/contract/samples.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/storage/store.ts';

export const sizeId = 'grd_01ka2tpzg0e6srq53nv7xwx6nx';
export const builtIn = guardrailPolicySchema.parse({
  guardrails: [
    {
      ...{ id: sizeId, name: 'Prompt size', check: 'prompt_size', stage: 'input', action: 'block' },
      settings: { code_points_max: 100 },
    },
  ],
}) as GuardrailPolicy;

const noPast: PastMessages = { read: async () => [] };
const clock = { nowMs: () => sampleTimeMs };
/** A change by the command line, which replaces any revision. */
export const fromAnyRevision = { createdBy: null, expected: null };

export interface PolicyBench {
  newTenant(): Promise<TenantId>;
  policiesWith(also?: Partial<GuardrailPoliciesDependencies>): {
    readonly policies: GuardrailPolicies;
    readonly guards: ReturnType<typeof createGuards>;
  };
}

/** A store of policies for the tests of a file, each with tenants of its own. */
export function usePolicies(): PolicyBench {
  const folder = newFolder();
  let store: Store;
  beforeAll(async () => {
    store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path });
  });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });
  return {
    newTenant: () => newTenant(store.access),
    policiesWith: (also = {}) => {
      const parts = also.parts ?? noParts;
      const common = { policies: store.policies, builtIn, parts, clock };
      const guards = createGuards(common);
      const policies = createGuardrailPolicies({
        ...common,
        countBlocks: async () => ({}),
        past: noPast,
        onChanged: guards.change,
        ...also,
      });
      return { policies, guards };
    },
  };
}

export type Given = GuardrailPolicyGiven['guardrails'][number];

export const words = (word: string, also: Partial<Extract<Given, { check: 'words' }>> = {}): Given => ({
  ...{ name: 'Words', check: 'words', stage: 'input', action: 'block' },
  settings: { words: [word] },
  ...also,
});

export const testPolicyOf = (...guardrails: Given[]): GuardrailPolicyGiven => ({ guardrails });

export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error('it was not refused');
  return error;
}
