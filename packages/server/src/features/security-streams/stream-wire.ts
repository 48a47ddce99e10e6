import type { SecurityStreamEntry } from '@avow/contract/security-streams';
import { formatTime } from '@avow/contract/values';
import { describeTarget, type ShownStream } from './security-streams.ts';

const timeOf = (atMs: number | null | undefined) => (atMs == null ? null : formatTime(atMs));

/** A stream as clients and the command line see it. */
export function streamToWire({ stream, state, behind }: ShownStream): SecurityStreamEntry {
  const { name, target, format, events, tenants } = stream;
  return {
    ...{ name, kind: target.kind, destination: describeTarget(target), format, events },
    tenants: tenants === null ? null : [...tenants],
    behind,
    started_at: timeOf(state?.startedAtMs),
    sent_at: timeOf(state?.sentAtMs),
    failing_since: timeOf(state?.failingSinceMs),
    fault: state?.fault ?? null,
  };
}
