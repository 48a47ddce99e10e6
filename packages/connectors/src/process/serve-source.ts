import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import type { ProcessChannel } from '@avow/confinement';
import { openParentChannel } from '@avow/confinement/channel';
import { createAddressPolicy, fileRoleOf } from '@avow/documents/fetching';
import type { Connector, ConnectorDependencies, KnownItem, SourceItem } from '../connector.ts';
import { openConnector } from '../open-connector.ts';
import { SourceFault } from '../source-fault.ts';
import { createSourceHttp } from '../source-http.ts';
import { boundItem } from './bound-item.ts';
import { crossingLimits } from './process-limits.ts';
import type { ProcessSettings, SourceMessage, SourceRequest } from './source-messages.ts';

const { partBytesMax, reasonUnitsMax, aliveMs } = crossingLimits;

/** Reads the source that the parent process names, one message for each request, until it disconnects. */
export function serveSource(): ProcessChannel {
  const channel = openParentChannel();
  const say = (message: SourceMessage) => channel.send(message);
  const known = new Map<string, KnownItem>();
  let messages: AsyncGenerator<SourceMessage> | null = null;
  channel.listen((message) => {
    const request = message as SourceRequest;
    if (request.kind === 'open') messages = readSource(request, known);
    else if (request.kind === 'known') for (const item of request.items) known.set(item.key, item);
    else
      void messages?.next().then(({ value }) => {
        if (value !== undefined) say(value);
      });
  });
  setInterval(() => say({ kind: 'alive' }), aliveMs);
  say({ kind: 'ready' });
  return channel;
}

async function* readSource(
  { connection, credentials, cursor, settings }: Extract<SourceRequest, { readonly kind: 'open' }>,
  known: ReadonlyMap<string, KnownItem>,
): AsyncGenerator<SourceMessage> {
  try {
    if (settings.certificates.length > 0) tls.setDefaultCACertificates([...settings.certificates]);
    const connector: Connector = await openConnector(partsOf(settings), connection, credentials);
    // The parent process ends this one if the reading is aborted.
    const items = connector.read({ cursor, known, signal: new AbortController().signal });
    let next = await items.next();
    for (; next.done !== true; next = await items.next())
      yield* cross(boundItem(next.value, settings.fileBytesMax));
    const { mode, cursor: reached } = next.value;
    if (JSON.stringify(reached).length > crossingLimits.cursorUnitsMax)
      throw new SourceFault('too_large', 'The source has more to be remembered than may be stored.');
    yield { kind: 'end', end: { mode, cursor: reached } };
  } catch (error) {
    yield error instanceof SourceFault
      ? { kind: 'fault', code: error.code, message: shorten(error.message) }
      : {
          kind: 'failed',
          message: shorten(error instanceof Error ? (error.stack ?? error.message) : String(error)),
        };
  }
}

const shorten = (message: string) => message.slice(0, reasonUnitsMax);

function* cross(item: SourceItem): Generator<SourceMessage> {
  if (item.kind !== 'file') {
    yield { kind: 'item', item };
    return;
  }
  const { bytes, ...head } = item;
  yield { kind: 'item', item: { ...head, size: bytes.length } };
  for (let at = 0; at < bytes.length; at += partBytesMax)
    // A copy, because a part of a larger buffer would take all of that with it.
    yield { kind: 'part', bytes: Uint8Array.from(bytes.subarray(at, at + partBytesMax)) };
}

function partsOf({ allowPrivateAddresses, timeoutMs, fileBytesMax }: ProcessSettings): ConnectorDependencies {
  const pause = async (ms: number, signal: AbortSignal) => {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  };
  const policy = createAddressPolicy(allowPrivateAddresses);
  const http = createSourceHttp({ policy, timeoutMs, bytesMax: fileBytesMax, sleep: pause });
  return { http, fileBytesMax, nowMs: Date.now, sleep: pause, accepts };
}

/** Files that describe a pack are for people who load a folder. */
function accepts(path: string): boolean {
  const role = fileRoleOf(path);
  return role !== null && role !== 'pack' && role !== 'golden';
}
