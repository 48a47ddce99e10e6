import type { BundleAttestation, BundleLine, BundleScope } from './bundle-line.ts';

/** The canonical form of a line, without its newline: members in this order and no white space. */
export function canonicaliseBundleLine(line: BundleLine): string {
  return JSON.stringify(bundleLineToWire(line));
}

/** The members of a line, in their order. */
export function bundleLineToWire(line: BundleLine) {
  switch (line.type) {
    case 'bundle':
      return {
        type: line.type,
        version: line.version,
        tenant_id: line.tenantId,
        origin: line.origin,
        verifier_key: line.verifierKey,
        key_changes: line.keyChanges,
        consistency: line.consistency,
        what: wireOfScope(line.what),
        exported_at: line.exportedAt,
        checkpoint: line.checkpoint,
        ...(line.attestations === undefined
          ? {}
          : { attestations: line.attestations.map(wireOfAttestation) }),
      };
    case 'record':
      return {
        type: line.type,
        leaf_index: line.leafIndex,
        entry: line.entry,
        content_state: line.contentState,
        fields: Object.fromEntries(line.fields),
        salts: Object.fromEntries(line.salts),
        inclusion: line.inclusion,
      };
    case 'event':
      return {
        type: line.type,
        leaf_index: line.leafIndex,
        entry: line.entry,
        inclusion: line.inclusion,
      };
    case 'end':
      return { type: line.type, records: line.records, events: line.events, sha256: line.sha256 };
  }
}

const wireOfAttestation = ({ kind, source, checkpoint, consistency, proof }: BundleAttestation) => ({
  ...{ kind, source, checkpoint, consistency, proof },
});

function wireOfScope(scope: BundleScope) {
  if (scope.kind === 'filter')
    return {
      ...{ kind: scope.kind, from: scope.from, until: scope.until, thread_id: scope.threadId },
      ...{ end_user_id: scope.endUserId, status: scope.status, band: scope.band },
      tripwire_triggered: scope.tripwireTriggered,
    };
  return {
    kind: scope.kind,
    from: scope.kind === 'period' ? scope.from : null,
    until: scope.kind === 'period' ? scope.until : null,
    thread_id: scope.kind === 'thread' ? scope.threadId : null,
    end_user_id: scope.kind === 'end_user' ? scope.endUserId : null,
  };
}
