import { createStreamer } from '../../src/features/security-streams/create-streamer.ts';
import { createFormat } from '../../src/features/security-streams/events/format-event.ts';
import { createSender } from '../../src/features/security-streams/sending/create-sender.ts';
import { sampleMasterKey } from '../../src/storage/contract/sample-master-key.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';

// A process that streams what is in a folder to a collector, until it is killed: `node stream-until-killed.ts FOLDER URL`.
const [, , directory = '', url = ''] = process.argv;
const tls = { caFile: null, certificateFile: null, keyFile: null };
const target = { kind: 'https', url, tokenFile: null, tls } as const;
const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
const streamer = createStreamer({
  stream: { name: 'killed', target, format: 'ecs', events: 'both', tenants: null, from: 'beginning' },
  ...{ store: store.securityStreams, log: store.log, access: store.access },
  ...{ clock: { nowMs: Date.now }, random: Math.random, isElected: async () => true },
  ...{ send: createSender(target, 60_000), format: createFormat('ecs', { name: 'Avow', version: '1' }) },
  ...{ onDrained: () => undefined, onFailure: () => undefined },
});
await streamer.sendDue();
await store.close();
