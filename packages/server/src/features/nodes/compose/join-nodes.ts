import { createHmac, type KeyObject } from 'node:crypto';
import { AppError, type MessageId, type TenantId, type ThreadId } from '@avow/foundation';
import type { Queries } from '../../../path/waiting/create-queries.ts';
import type { RunningContent } from '../../content/compose/start-content.ts';
import { packChanged } from '../../publication/compose/share-content.ts';
import type { RetentionContext, Whose } from '../../retention/retention.ts';
import type { Nodes } from '../nodes.ts';

export interface JoinOptions {
  readonly nodes: Nodes;
  readonly pepper: KeyObject;
  readonly queries: Pick<Queries, 'listRunningOf' | 'cancelHere'>;
  readonly content: Pick<RunningContent, 'refresh'>;
  /** Drops the questions and answers of a tenant from the memory of this process, and its exports. */
  readonly dropHere: (tenantId: TenantId) => Promise<void>;
  readonly listTenants: () => Promise<readonly TenantId[]>;
  /** A log is forked: this process writes nothing more. */
  readonly stopWriting: () => void;
}

const dropCached = 'drop cached';
const listRunning = 'list running';
const cancelMessage = 'cancel message';

/** Announces that a message is to be cancelled on the node that answers it. */
export const cancelElsewhere = (nodes: Nodes) => (messageId: MessageId) =>
  nodes.announce(cancelMessage, messageId);

/** Hears what other nodes announce, and makes erasure reach all of them. */
export function joinNodes(parts: JoinOptions): Pick<RetentionContext, 'dropCached' | 'listRunningOf'> {
  const { nodes, queries, content, dropHere } = parts;
  /** Names a person to nodes that know who it may be, and to nobody else. */
  const hashOf = (tenantId: TenantId, { kind, id }: Whose) =>
    createHmac('sha256', parts.pepper).update(`running\n${tenantId}\n${kind}\n${id}`).digest('hex');
  const listHere = (of: TenantId, hash: string) =>
    queries.listRunningOf(({ tenantId, endUserId, threadId }) => {
      if (tenantId !== of) return false;
      if (endUserId !== null && hashOf(of, { kind: 'end_user', id: endUserId }) === hash) return true;
      return threadId !== null && hashOf(of, { kind: 'thread', id: threadId as ThreadId }) === hash;
    });
  nodes.on(dropCached, async (tenantId) => {
    await dropHere(tenantId as TenantId);
    return '';
  });
  nodes.on(listRunning, async (body) => {
    const [tenantId, hash]: [TenantId, string] = JSON.parse(body);
    return JSON.stringify(listHere(tenantId, hash));
  });
  nodes.on(cancelMessage, async (messageId) => {
    queries.cancelHere(messageId as MessageId);
    return '';
  });
  nodes.onForked(parts.stopWriting);
  nodes.on(packChanged, async (body) => {
    const [tenantId, packId]: Parameters<RunningContent['refresh']> = JSON.parse(body);
    content.refresh(tenantId, packId);
    return '';
  });
  nodes.onMissed(async () => {
    for (const tenantId of await parts.listTenants()) await dropHere(tenantId);
  });
  return {
    dropCached: async (tenantId) => {
      await dropHere(tenantId);
      confirmed(await nodes.consult(dropCached, tenantId));
    },
    listRunningOf: async (tenantId, whose) => {
      const hash = hashOf(tenantId, whose);
      const here = listHere(tenantId, hash);
      const elsewhere = confirmed(await nodes.consult(listRunning, JSON.stringify([tenantId, hash])));
      return [...here, ...elsewhere.flatMap((answer): MessageId[] => JSON.parse(answer))];
    },
  };
}

/** What is erased in the database may still be in the memory of a node that does not answer. */
function confirmed(answers: readonly string[] | null): readonly string[] {
  if (answers !== null) return answers;
  throw new AppError('audit_unavailable', {
    detail: 'Another node has not confirmed the erasure in time. Repeat the request.',
    retryAfterSeconds: 5,
  });
}
