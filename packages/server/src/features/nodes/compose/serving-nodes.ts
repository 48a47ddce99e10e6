import type { PackVersion, TenantId } from '@avow/foundation';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { ServingNode } from '../../publication/publication.ts';

/** The announcement by which a node asks the others whether they serve a version. */
const whoServes = 'who serves';
const waitMs = 2000;

type NodesData = Pick<DataFolder, 'nodes' | 'search' | 'shared'>;

const isServedHere = (data: NodesData, tenantId: TenantId, pack: PackVersion) =>
  data.search.hasVersion(tenantId, pack);

/** Answers other nodes. To be called before this one joins them. */
export function answerWhoServes(data: NodesData): void {
  data.nodes.on(whoServes, async (body) => {
    const [tenantId, pack]: [TenantId, PackVersion] = JSON.parse(body);
    return String(await isServedHere(data, tenantId, pack));
  });
}

/** Null: no other node shares the records. */
export async function listServingNodes(
  data: NodesData,
  tenantId: TenantId,
  { packId, version }: PackVersion,
): Promise<readonly ServingNode[] | null> {
  if (data.shared === null) return null;
  const { nodes } = data;
  const pack = { packId, version };
  const answers = await nodes.survey(whoServes, JSON.stringify([tenantId, pack]), waitMs);
  const alive = await nodes.listAlive();
  return await Promise.all(
    alive.map(async (nodeId) => ({
      nodeId,
      isServing:
        nodeId === nodes.nodeId ? await isServedHere(data, tenantId, pack) : answers.get(nodeId) === 'true',
    })),
  );
}
