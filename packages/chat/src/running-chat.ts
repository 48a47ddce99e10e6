import type { Client } from '@avow/client';
import { UserError } from '@avow/foundation';

/** What both platforms need. */
export interface ChatOptions {
  readonly client: Pick<Client, 'executeQuery' | 'getMessage' | 'giveFeedback'>;
  /** Empty: all that are published. */
  readonly contentPackIds: readonly string[];
  /** Groups of the platform, by their name or id, and the groups of the content that they stand for. */
  readonly groups: ReadonlyMap<string, string>;
  /** Where requests of the platform are accepted. */
  readonly host: string;
  readonly port: number;
  /** Reports what went wrong, without the words of questions and answers. */
  readonly onFault: (fault: string) => void;
  readonly review?: { readonly everyMs: number; readonly times: number };
}

export interface RunningChat {
  /** The address for requests of the platform; null if it is not called. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** Loads a library that is installed only by those who need it. */
export async function loadOptional<Module>(load: () => Promise<Module>, name: string): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError(
      `${name} is not installed. Install it with "npm install --no-save ${name}" in the folder of Avow.`,
      { cause: error },
    );
  }
}
