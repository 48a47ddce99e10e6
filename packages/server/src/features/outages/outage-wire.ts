import { type OutageEntry, type OutageList, outagesShownMax } from '@avow/contract/outages';
import { formatTime } from '@avow/contract/values';
import type { FoundOutages, Outage } from './outages.ts';

const wordsOf = (text: string) => (text === '' ? null : text);

function outageToWire({ kind, host, subject, cause, refused, fromMs, untilMs }: Outage): OutageEntry {
  return {
    ...{ kind, from: formatTime(fromMs), until: untilMs === null ? null : formatTime(untilMs) },
    ...{ host, model: wordsOf(subject), cause: wordsOf(cause), refused },
  };
}

/** Outages as clients and the command line see them. */
export function outagesToWire({ outages, knownSinceMs }: FoundOutages): OutageList {
  return {
    known_since: knownSinceMs === null ? null : formatTime(knownSinceMs),
    data: outages.slice(0, outagesShownMax).map(outageToWire),
    omitted: Math.max(0, outages.length - outagesShownMax),
  };
}
