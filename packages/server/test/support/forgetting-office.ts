import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultScopes, type Scope } from '@avow/contract';
import type { TenantId } from '../../src/interfaces/identity.ts';
import { type ForgettingClient, forgettingClient } from './forgetting-client.ts';
import { officePack, startTestService, type TestService } from './test-service.ts';

/** A service with one tenant, and the key of somebody there who may have records erased, held and kept. */
export interface ForgettingOffice {
  readonly service: TestService;
  readonly tenantId: TenantId;
  readonly key: string;
  readonly owner: ForgettingClient;
  /** Paths of the files that hold these words as they are. */
  filesHolding(words: string): readonly string[];
}

export const ownerScopes: readonly Scope[] = [...defaultScopes, 'audit:erase', 'content:manage'];

export async function startForgettingOffice(): Promise<ForgettingOffice> {
  const service = await startTestService();
  const tenantId = await service.createTenant('office');
  const key = await service.createKey(tenantId, { scopes: ownerScopes });
  await service.loadPack(tenantId, officePack);
  return {
    ...{ service, tenantId, key, owner: forgettingClient(service, key) },
    filesHolding: (words) => {
      const names = readdirSync(service.directory, { recursive: true, withFileTypes: true });
      const paths = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
      return paths.filter((path) => readFileSync(path).includes(words));
    },
  };
}
