import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { type ConfinedProcess, startConfinedProcess } from '@avow/confinement';
import type { SourceCredentials } from '@avow/contract';
import { listDependencyFolders } from '@avow/foundation';
import type { Connector, KnownItem, ReadEnd, ReadOptions, SourceItem } from '../connector.ts';
import type { RemoteConnection } from '../open-connector.ts';
import { SourceFault } from '../source-fault.ts';
import { crossingLimits, messageLimits, type ProcessLimits, processLimits } from './process-limits.ts';
import { SourceChannel } from './source-channel.ts';
import type { CrossingItem, ProcessSettings } from './source-messages.ts';

export interface SourceProcessOptions {
  readonly settings: Omit<ProcessSettings, 'certificates'>;
  readonly connection: RemoteConnection;
  readonly credentials: SourceCredentials;
  /** Not read where the system cannot confine the process. */
  readonly confinementRequired?: boolean;
  readonly limits?: Partial<ProcessLimits>;
  /** The module that the process runs. */
  readonly processUrl?: URL;
}

const usualProcess = new URL('./source-process.ts', import.meta.url);

/**
 * Reads a source in a process of its own, which ends with the reading. It has the credentials of this source and nothing else
 * of the service, and is killed if what it reads takes more memory or time than it may: that is a `SourceFault` with the code
 * `crashed`.
 */
export function openSourceProcess(options: SourceProcessOptions): Connector {
  return { read: (reading) => readInProcess(options, reading) };
}

async function* readInProcess(
  options: SourceProcessOptions,
  { cursor, known, signal }: ReadOptions,
): AsyncGenerator<SourceItem, ReadEnd> {
  signal.throwIfAborted();
  const { connection, credentials, processUrl = usualProcess, confinementRequired = false } = options;
  const limits = { ...processLimits, ...options.limits };
  const { memoryMebibytes } = limits;
  const started = startSourceProcess({ processUrl, memoryMebibytes, confinementRequired });
  const channel = new SourceChannel(started, limits);
  try {
    await channel.open(signal);
    const settings = { ...options.settings, certificates: trustedCertificates() };
    await channel.send({ kind: 'open', connection, credentials, cursor, settings });
    for (const items of batchesOf(known.values())) await channel.send({ kind: 'known', items });
    for (;;) {
      const message = await channel.next();
      if (message.kind === 'end') return message.end;
      if (message.kind === 'fault') throw new SourceFault(message.code, message.message);
      if (message.kind === 'failed') throw new Error(`a source could not be read: ${message.message}`);
      if (message.kind !== 'item') throw misplaced();
      yield await complete(channel, message.item, settings.fileBytesMax);
    }
  } finally {
    await channel.end();
  }
}

/** The item with its bytes, if it is a file. */
async function complete(
  channel: SourceChannel,
  item: CrossingItem,
  fileBytesMax: number,
): Promise<SourceItem> {
  if (item.kind !== 'file') return item;
  const { size, ...head } = item;
  if (size > fileBytesMax) throw misplaced();
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const message = await channel.next();
    if (message.kind !== 'part' || message.bytes.length === 0 || at + message.bytes.length > size)
      throw misplaced();
    bytes.set(message.bytes, at);
    at += message.bytes.length;
  }
  return { ...head, bytes };
}

const misplaced = () =>
  new SourceFault('crashed', 'The process that reads the source did not keep to the rules.');

function* batchesOf(known: Iterable<KnownItem>): Generator<KnownItem[]> {
  let batch: KnownItem[] = [];
  for (const { key, path, version, notes } of known) {
    batch.push({ key, path, version, notes });
    if (batch.length < crossingLimits.knownAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The process has no environment that could name those that the operator trusts. */
function trustedCertificates(): readonly string[] {
  const trusted = tls.getCACertificates('default');
  return trusted.length === tls.getCACertificates('bundled').length ? [] : trusted;
}

/** The folders that the process may read: its code and its dependencies. */
const readableFolders = [
  '../../',
  ...['@avow/confinement', '@avow/documents', '@avow/foundation', '@avow/text'].map(
    (name) => new URL('..', import.meta.resolve(name)).href,
  ),
];

/**
 * A process without an environment, which connects to others, reads its own code and writes nothing. It receives what it is
 * to read over the channel.
 */
function startSourceProcess(options: {
  readonly processUrl: URL;
  readonly memoryMebibytes: number;
  readonly confinementRequired: boolean;
}): ConfinedProcess {
  const { processUrl, memoryMebibytes, confinementRequired } = options;
  return startConfinedProcess({
    ...{ scriptUrl: processUrl, network: true, memoryMebibytes, required: confinementRequired },
    messageLimits,
    readableFolders: [
      ...readableFolders.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
      ...listDependencyFolders(import.meta.url),
    ],
  });
}
