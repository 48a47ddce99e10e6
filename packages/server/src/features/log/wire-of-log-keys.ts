import type { LogKeyList } from '@avow/contract';
import { formatVerifierKey } from '@avow/ledger-log';
import type { LogKeys } from './read-log-keys.ts';

/** The keys of a log as the API lists them, oldest first. */
export function wireOfLogKeys({ periods, consistency }: LogKeys): LogKeyList {
  return {
    data: periods.map(({ key, fromSize, untilSize, statement }) => ({
      verifier_key: formatVerifierKey(key),
      from_size: fromSize,
      until_size: untilSize,
      statement,
    })),
    consistency: consistency.map((hashes) => [...hashes]),
  };
}
