import { formatTime } from '@avow/contract/values';
import type { ProvedBy, ProvedTimes } from '@avow/ledger/verification';
import { cleanLine } from '../../../cli/clean-line.ts';

const nameLengthMax = 128;
const names = { time_stamp: 'time stamps', cosignature: 'cosignatures' } as const;

/** Since when others prove what a log is, in sentences. */
export function describeProved({ sources, unproved, quorumSize }: ProvedTimes, size: number): string[] {
  const quorum =
    quorumSize === null ? [] : [`enough witnesses have cosigned ${quorumSize} of ${size} entries`];
  const others =
    unproved === 0
      ? []
      : [
          `${unproved} attestations are of others who are not trusted here: give --witnesses or --time-stamp-roots`,
        ];
  if (sources.length === 0) return ['nobody else proves the time of these entries', ...quorum, ...others];
  return [...sources.map((source) => describeSource(source)), ...quorum, ...others];
}

function describeSource({ kind, by, size, atMs, first, count }: ProvedBy): string {
  const who = cleanLine(by, nameLengthMax);
  const since = `the time of everything up to entry ${size - 1} is proved by ${who} since ${formatTime(atMs)}`;
  return count === 1
    ? since
    : `${since} (${count} ${names[kind]}; the first, up to entry ${first.size - 1}, since ${formatTime(first.atMs)})`;
}

export function wireOfProved({ sources, unproved, quorumSize }: ProvedTimes) {
  return {
    proved_by: sources.map(({ kind, source, by, size, atMs, first, count }) => ({
      ...{ kind, source, by, size, at: formatTime(atMs), count },
      first: { size: first.size, at: formatTime(first.atMs) },
    })),
    attestations_unproved: unproved,
    quorum_size: quorumSize,
  };
}
