import type { CalibrationFit, CalibrationId, ProposedCalibration } from '@avow/answering/score';
import type { TenantId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import { contentOf, type KeyRing } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { FeedbackStore } from '../feedback-store.ts';
import {
  type CalibrationColumns,
  calibrationColumns,
  encodeCalibration,
  encodeProposal,
  type ProposalColumns,
  proposalColumns,
} from './calibration-columns.ts';
import { committedCalibrations } from './committed-tables.ts';

/** What the log says of a fit: what it is based on, and nothing that anybody wrote. */
function detailsOf(fit: string | null): Array<readonly [string, string]> {
  if (fit === null) return [];
  const { exampleCount, rightCount, authorCount, callerCount }: CalibrationFit = JSON.parse(fit);
  return [
    ['labels', String(exampleCount)],
    ['right', String(rightCount)],
    ['authors', String(authorCount)],
    ['keys', String(callerCount)],
  ];
}

/** The writer's operations on calibrations and proposals of them. Each is on the log in the same commit. */
export function createCalibrationWrites(
  { read, write, change }: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const last = read<{ readonly revision: number }>(
    'SELECT coalesce(max(revision), 0) AS revision FROM calibrations WHERE tenant_id = ?',
  );
  const insert = write<CalibrationColumns & { readonly tenant_id: string }>(
    `INSERT ${intoTable('calibrations', ['tenant_id', ...calibrationColumns])}`,
  );
  const insertProposal = write<ProposalColumns & { readonly tenant_id: string }>(
    `INSERT ${intoTable('calibration_proposals', ['tenant_id', ...proposalColumns])}`,
  );
  const removeAny = change('DELETE FROM calibration_proposals WHERE tenant_id = ?');
  const remove = change('DELETE FROM calibration_proposals WHERE tenant_id = ? AND proposal_id = ?');
  const kind = 'calibration';
  return {
    /** Its revision; null, changing nothing, if that proposal is no longer there. No proposal outlasts a change. */
    *putCalibration(
      tenantId: TenantId,
      given: Parameters<FeedbackStore['putCalibration']>[1],
      proposalId: CalibrationId | undefined,
      reason: string,
    ): Operation<number | null> {
      if (proposalId !== undefined && (yield* remove.run(tenantId, proposalId)) !== 1) return null;
      yield* removeAny.put(tenantId);
      const revision = ((yield* last.first(tenantId))?.revision ?? 0) + 1;
      const calibration = encodeCalibration(given);
      const row = { ...calibration, tenant_id: tenantId, revision };
      yield* insert.put(row);
      const { cause: state, created_at_ms: atMs, created_by: actor, fit } = calibration;
      yield* log.appendEvent(tenantId, {
        ...{ kind, subject: `revision-${revision}`, state, atMs, actor: actor ?? '', reason },
        details: [
          ...(proposalId === undefined ? [] : [['proposal', proposalId] as const]),
          ...detailsOf(fit),
        ],
        commitments: [contentOf(yield* keys.getOrMake(tenantId), committedCalibrations, row)],
      });
      return revision;
    },
    /** Replaces the one that is there. */
    *putCalibrationProposal(tenantId: TenantId, proposed: ProposedCalibration): Operation<void> {
      const proposal = encodeProposal(proposed);
      yield* removeAny.put(tenantId);
      yield* insertProposal.put({ ...proposal, tenant_id: tenantId });
      const { proposal_id: subject, created_at_ms: atMs, created_by: actor, fit } = proposal;
      yield* log.appendEvent(tenantId, {
        ...{ kind, subject, state: 'proposed', atMs, actor: actor ?? '', details: detailsOf(fit) },
      });
    },
    /** False if it is no longer there. */
    *dropCalibrationProposal(
      tenantId: TenantId,
      proposalId: CalibrationId,
      { atMs, actor }: Parameters<FeedbackStore['dropCalibrationProposal']>[2],
    ): Operation<boolean> {
      if ((yield* remove.run(tenantId, proposalId)) !== 1) return false;
      yield* log.appendEvent(tenantId, {
        ...{ kind, subject: proposalId, state: 'dropped', atMs, actor: actor ?? '', details: [] },
      });
      return true;
    },
  };
}
