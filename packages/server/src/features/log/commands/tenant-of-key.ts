import { hash } from 'node:crypto';
import { LogError } from '@avow/ledger-log';
import { parseVerifierKey } from '@avow/ledger-log/notes';
import type { Command } from 'commander';

const logName = /^avow\/(\w+)$/;

/** The tenant in a verifier key, which contains the name of its log. Anything else is an error in the command line. */
export async function tenantOfKey(key: string, command: Command): Promise<string> {
  const { name } = await parseVerifierKey(key, (bytes) => hash('sha256', bytes, 'buffer')).catch(
    (error: unknown) => {
      if (error instanceof LogError)
        command.error(`error: the value of --key is not a verifier key: ${error.message}`);
      throw error;
    },
  );
  const tenantId = logName.exec(name)?.[1];
  return tenantId ?? command.error('error: the value of --key is not a key as "avow audit key" prints it');
}
