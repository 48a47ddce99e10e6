import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultScopes, type Scope } from '@avow/contract/roles';
import type { TenantId } from '@avow/foundation';
import { type ErasureClient, erasureClient } from './erasure-client.ts';
import { officePack, startTestService, type TestService } from './test-service.ts';

/** A service with one tenant, and a key that may erase records, place legal holds and set the retention. */
export interface ErasureService {
  readonly service: TestService;
  readonly tenantId: TenantId;
  readonly key: string;
  readonly owner: ErasureClient;
  /** Paths of the files that contain these words. */
  filesContaining(words: string): readonly string[];
}

export const ownerScopes: readonly Scope[] = [...defaultScopes, 'audit:erase', 'content:manage'];

export async function startErasureService(): Promise<ErasureService> {
  const service = await startTestService();
  const tenantId = await service.createTenant('office');
  const key = await service.createKey(tenantId, { scopes: ownerScopes });
  await service.loadPack(tenantId, officePack);
  return {
    ...{ service, tenantId, key, owner: erasureClient(service, key) },
    filesContaining: (words) => {
      const names = readdirSync(service.directory, { recursive: true, withFileTypes: true });
      const paths = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
      return paths.filter((path) => readFileSync(path).includes(words));
    },
  };
}
