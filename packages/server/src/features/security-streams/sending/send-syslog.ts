import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect } from 'node:tls';
import type { StreamTarget } from '../../../config/security-streams.ts';
import { explainConnection, explainStorage } from './explain-error.ts';
import { formatSyslog } from './format-syslog.ts';
import { readTls, type TlsMaterial } from './read-tls.ts';
import { failure, type SendEvents, type SendOutcome, taken } from './stream-sender.ts';

type SyslogTarget = Extract<StreamTarget, { kind: 'syslog' }>;

/**
 * How long a receiver that is about to close for reasons of its own has to show it: much longer than a message takes to it and
 * back. Otherwise its end could be taken for an answer to ours.
 */
const settleMs = 250;

/**
 * Sends events by syslog over TLS (RFC 5425), a session for each batch. Syslog acknowledges nothing, but the end of a session
 * does: a receiver answers the notice that this side closes with its own, after it has read everything before. Without that, the
 * batch counts as not taken, and is sent again.
 */
export function createSendSyslog(target: SyslogTarget, timeoutMs: number): SendEvents {
  return async (events, signal) => {
    let tls: TlsMaterial;
    try {
      tls = await readTls(target.tls);
    } catch (error) {
      const { fault } = explainStorage(error);
      return failure('untrusted', `a file with its certificates cannot be read: ${fault}`);
    }
    const text = events.map((event) => formatSyslog(event, hostname())).join('');
    const timeout = AbortSignal.timeout(timeoutMs);
    const outcome = await hold(target, {
      ...{ tls, text },
      signal: AbortSignal.any([signal, timeout]),
    });
    if (signal.aborted) throw signal.reason;
    return timeout.aborted && outcome.kind === 'failed'
      ? failure('timeout', `the messages were not taken within ${timeoutMs / 1000} seconds`)
      : outcome;
  };
}

interface Session {
  readonly tls: TlsMaterial;
  readonly text: string;
  readonly signal: AbortSignal;
}

/** One session, from its beginning to its end. */
async function hold({ host, port }: SyslogTarget, { tls, text, signal }: Session): Promise<SendOutcome> {
  if (signal.aborted) return failure('timeout', 'there was no time to connect');
  const ended = Promise.withResolvers<SendOutcome>();
  const socket = connect({
    ...{ host, port, ...tls },
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  let isEnding = false;
  let isAnswered = false;
  let settling: NodeJS.Timeout | undefined;
  const give = () => socket.destroy();
  signal.addEventListener('abort', give, { once: true });
  socket.on('secureConnect', () =>
    socket.write(text, () => {
      settling = setTimeout(() => {
        isEnding = true;
        socket.end();
      }, settleMs);
    }),
  );
  socket.on('end', () => {
    isAnswered = isEnding;
  });
  socket.on('error', (error) => ended.resolve(explainConnection(error)));
  socket.on('close', () =>
    ended.resolve(
      isAnswered
        ? taken
        : failure('interrupted', 'it closed the connection before it had taken all messages'),
    ),
  );
  // Otherwise its end is not seen either.
  socket.resume();
  const outcome = await ended.promise;
  clearTimeout(settling);
  signal.removeEventListener('abort', give);
  socket.destroy();
  return outcome;
}
