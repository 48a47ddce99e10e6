import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnchorFeed } from '../../anchors/create-anchor-feed.ts';
import { createFolderAnchor } from '../../anchors/create-folder-anchor.ts';
import { type Checkpointer, createCheckpointer } from '../create-checkpointer.ts';
import { createLogSigner } from '../create-log-signer.ts';
import type { Fork } from '../fork.ts';
import { listKeyChanges } from '../key-change-event.ts';
import type { LogStore } from '../log-store.ts';

export function newLogKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

export interface Ledger extends Checkpointer {
  readonly forks: Fork[];
  readonly failures: unknown[];
  /** Waits until the anchors have received what was signed. */
  close(): Promise<void>;
}

/** The checkpointer of one process, over a store and an anchor folder that outlive it. */
export function openLedger(parts: {
  readonly store: LogStore;
  readonly key: KeyObject;
  readonly folder: string;
  readonly nowMs?: () => number;
}): Ledger {
  const signer = createLogSigner(parts.key, (tenantId) => listKeyChanges(parts.store, tenantId));
  const forks: Fork[] = [];
  const failures: unknown[] = [];
  const anchor = createAnchorFeed({
    ...{ signer, anchor: createFolderAnchor(parts.folder) },
    onFailure: (_anchor, error) => failures.push(error),
  });
  const checkpointer = createCheckpointer({
    ...{ store: parts.store, signer, anchors: [anchor] },
    clock: { nowMs: parts.nowMs ?? (() => Date.UTC(2026, 0, 1)) },
    onFork: (fork) => forks.push(fork),
    onFailure: (_tenantId, error) => failures.push(error),
  });
  return { ...checkpointer, forks, failures, close: () => anchor.close(10_000) };
}

export function newAnchorFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'avow-anchors-'));
  return { path, remove: () => rmSync(path, { recursive: true }) };
}
