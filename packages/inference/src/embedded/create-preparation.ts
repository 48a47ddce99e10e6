import { resolve } from 'node:path';
import { makePrivateFolder } from '@avow/foundation';
import { forkModelProcess } from './fork-model-process.ts';
import type { PrepareRequest } from './prepare-process.ts';

/** Prepares the graph of a model once, in a process of its own. */
export interface Preparation {
  /** Resolves when it is done, or cannot be: processes then load the graph as it came. */
  readonly prepare: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** So long after the start the service has better things to do. */
const afterMs = 60_000;

/** Prepares it when asked to; if it is due anyway, after a while at the latest. */
export function createPreparation(
  asked: PrepareRequest,
  { isDueAnyway }: { readonly isDueAnyway: boolean },
): Preparation {
  let end: (() => Promise<void>) | null = null;
  let done: Promise<void> | null = null;
  let isClosed = false;
  const run = async (): Promise<void> => {
    try {
      const preparedFolder = resolve(asked.preparedFolder);
      const folder = resolve(asked.folder);
      makePrivateFolder(preparedFolder);
      const forked = forkModelProcess({
        processUrl: new URL('./prepare-process.ts', import.meta.url),
        argument: { ...asked, folder, preparedFolder },
        readable: [folder, preparedFolder],
        writable: [preparedFolder],
        givesWay: true,
      });
      end = forked.end;
      await forked.ended;
    } catch {
      // The folder cannot be written, or no process be started: nothing is lost but memory.
    }
    end = null;
  };
  const prepare = (): Promise<void> => {
    if (isClosed) return Promise.resolve();
    done ??= run();
    return done;
  };
  const timer = isDueAnyway ? setTimeout(() => void prepare(), afterMs).unref() : undefined;
  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(timer);
    await end?.();
  };
  return { prepare, close };
}
