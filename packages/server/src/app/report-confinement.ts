import { checkConfinement } from '@avow/confinement';
import type { Log } from '@avow/foundation/log';
import type { Config } from '../config/load-config.ts';

/** Not while the service starts, when everything else wants the processor. */
const delayMs = 10_000;

/** Logs, once, that the system does not confine the process that reads files. */
export function reportConfinement({ confinement }: Pick<Config, 'confinement'>, log: Log): void {
  const check = async () => {
    const { isWhole, open, faults } = await checkConfinement();
    if (isWhole) return;
    log.warn(
      { open, faults },
      confinement === 'required'
        ? 'the system cannot confine the process that reads files: no file is read'
        : 'the system does not confine the process that reads files: only the permissions of Node do',
    );
  };
  setTimeout(() => void check(), delayMs).unref();
}
