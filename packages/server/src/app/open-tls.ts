import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { UserError } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { Config } from '../config/load-config.ts';
import type { TlsFiles, TlsSource } from '../http/create-server.ts';

/** By looking rather than by events: platforms replace a secret by changing a link to its folder. */
const usualLookEveryMs = 5000;
/** A certificate and its key are not replaced in the same moment. */
const settleMs = 200;

/**
 * The certificate of the service; null: it speaks HTTP. When a file changes, both are read again. While they do not fit, the
 * certificate before them stays in use.
 */
export function openTls(
  { tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>,
  { log, lookEveryMs = usualLookEveryMs }: { readonly log: Log; readonly lookEveryMs?: number },
): TlsSource | null {
  if (tlsCert === null || tlsKey === null) return null;
  const read = (): TlsFiles => {
    const files = { cert: readPem(tlsCert, 'certificate'), key: readPem(tlsKey, 'key') };
    try {
      createSecureContext(files);
    } catch (error) {
      throw new UserError(`The certificate in ${tlsCert} and the key in ${tlsKey} cannot be used together.`, {
        cause: error,
      });
    }
    return files;
  };
  const files = read();
  let settling: NodeJS.Timeout | undefined;
  return {
    files,
    watch: (use) => {
      const readAgain = () => {
        try {
          use(read());
          log.info('a new TLS certificate is in use');
        } catch (error) {
          log.error({ err: error }, 'the new TLS certificate cannot be used: the one before stays in use');
        }
      };
      const changed = () => {
        clearTimeout(settling);
        settling = setTimeout(readAgain, settleMs).unref();
      };
      for (const path of [tlsCert, tlsKey])
        watchFile(path, { interval: lookEveryMs, persistent: false }, changed);
      return () => {
        clearTimeout(settling);
        for (const path of [tlsCert, tlsKey]) unwatchFile(path, changed);
      };
    },
  };
}

function readPem(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new UserError(`The TLS ${name} ${path} cannot be read (${code}).`, { cause: error });
  }
}
