import { hash } from 'node:crypto';
import { LogError, parseVerifierKey } from '@avow/audit';
import type { Command } from 'commander';

const logName = /^avow\/(\w+)$/;

/** Whose log a verifier key is for: it bears the name of its log. What is no such key is a wrong command. */
export async function tenantOfKey(key: string, command: Command): Promise<string> {
  const { name } = await parseVerifierKey(key, (bytes) => hash('sha256', bytes, 'buffer')).catch(
    (error: unknown) => {
      if (error instanceof LogError) command.error(`error: the key that was given is none: ${error.message}`);
      throw error;
    },
  );
  const tenantId = logName.exec(name)?.[1];
  return tenantId ?? command.error('error: the key that was given is not one as "avow audit key" prints it');
}
