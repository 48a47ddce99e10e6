import { resolve } from 'node:path';
import { makePrivateFolder } from '@avow/foundation/files';
import { forkModelProcess } from './fork-model-process.ts';
import type { PrepareRequest } from './prepare-process.ts';

/** Prepares the graph of a model once, in a process of its own. */
export interface Preparation {
  /** Where processes find what was prepared; null: nothing is. */
  readonly preparedFolder: string | null;
  /** Resolves when it is done, or cannot be: processes then load the graph as it came. */
  readonly prepare: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Long enough after a start for the service to have nothing better to do. */
const afterMs = 60_000;

/** Prepares it when asked to; if it is due anyway, after a while at the latest. */
export function createPreparation(
  asked: Omit<PrepareRequest, 'preparedFolder'> & { readonly preparedFolder: string | null | undefined },
  { isDueAnyway }: { readonly isDueAnyway: boolean },
): Preparation {
  const preparedFolder = makeFolder(asked.preparedFolder ?? null);
  let end: (() => Promise<void>) | null = null;
  let done: Promise<void> | null = null;
  let isClosed = preparedFolder === null;

  const run = async (): Promise<void> => {
    if (preparedFolder === null) return;
    const folder = resolve(asked.folder);
    try {
      const forked = forkModelProcess({
        processUrl: new URL('./prepare-process.ts', import.meta.url),
        argument: { ...asked, folder, preparedFolder },
        readable: [folder, preparedFolder],
        writable: [preparedFolder],
        urgency: 'background',
      });
      end = forked.end;
      await forked.ended;
    } catch {
      // The system cannot start a process: those that run the model take more memory, and nothing else is lost.
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
  return { preparedFolder, prepare, close };
}

/** A process may only read in a folder that is there when it starts. Null: there is none, and none can be made. */
function makeFolder(path: string | null): string | null {
  if (path === null) return null;
  try {
    makePrivateFolder(path);
    return resolve(path);
  } catch {
    return null;
  }
}
