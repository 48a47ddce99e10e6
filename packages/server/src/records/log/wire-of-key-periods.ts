import type { LogKeyList } from '@avow/contract';
import { formatVerifierKey, type KeyPeriod } from '@avow/ledger';

/** The keys of a log as the API lists them, oldest first. */
export function wireOfKeyPeriods(periods: readonly KeyPeriod[]): LogKeyList {
  return {
    data: periods.map(({ key, fromSize, untilSize, statement }) => ({
      verifier_key: formatVerifierKey(key),
      from_size: fromSize,
      until_size: untilSize,
      statement,
    })),
  };
}
