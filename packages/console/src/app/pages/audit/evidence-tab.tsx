import type { AuditExportEntry } from '@avow/contract/records';
import { chosenPurpose } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatBytes, formatDateTime } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { saveAddress } from '../../design/save-file.ts';
import { Badge, Empty, Meter, Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';
import { EvidenceForm } from './evidence-form.tsx';

const readAgainMs = 1_000;
const isRunning = ({ status }: AuditExportEntry) => status === 'running';

/** Signed packs about a period: one is written at a time, and those that are ready can be downloaded. */
export function EvidenceTab() {
  const exports = useCall(
    'listAuditExports',
    {},
    { every: (found) => (found?.data.some(isRunning) === true ? readAgainMs : false) },
  );
  return (
    <div className="stack">
      <p className="quiet">{evidenceTexts.hint}</p>
      <EvidenceForm isBusy={exports.data?.data.some(isRunning) === true} />
      <Loaded reading={exports}>
        {({ data }) => <Packs packs={data.filter(({ selection }) => selection === 'evidence')} />}
      </Loaded>
    </div>
  );
}

function Packs({ packs }: { readonly packs: readonly AuditExportEntry[] }) {
  const remove = useChange('deleteAuditExport');
  if (packs.length === 0) return <Empty title={evidenceTexts.none} />;
  return (
    <div className="stack">
      <FormFault error={remove.error} />
      <Table
        caption={evidenceTexts.packs}
        columns={[
          ...[evidenceTexts.begun, evidenceTexts.state, evidenceTexts.records, evidenceTexts.size],
          { title: evidenceTexts.actions, isUnseen: true },
        ]}
      >
        {packs.map((pack) => (
          <tr key={pack.export_id}>
            <td className="nums">{formatDateTime(pack.created_at)}</td>
            <td className="wraps">
              <State pack={pack} />
            </td>
            <td className="nums">
              {pack.status === 'ready' ? (pack.records ?? evidenceTexts.figuresOnly) : ''}
            </td>
            <td className="nums">{pack.bytes === null ? '' : formatBytes(pack.bytes)}</td>
            <td>
              <div className="row wrap">
                {pack.status === 'ready' ? (
                  <Button look="small" onPress={() => download(pack)}>
                    {evidenceTexts.download}
                  </Button>
                ) : null}
                <Button look="small" onPress={() => remove.mutate({ params: { export_id: pack.export_id } })}>
                  {isRunning(pack) ? evidenceTexts.stop : evidenceTexts.remove}
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** A link sends no header. */
const download = ({ export_id: id }: AuditExportEntry) =>
  saveAddress('downloadAuditExport', { params: { export_id: id }, query: { purpose: chosenPurpose() } });

function State({ pack }: { readonly pack: AuditExportEntry }) {
  const { status, progress, failure, expires_at: expiresAt, log_verified: isVerified } = pack;
  if (status === 'running')
    return (
      <Meter
        label={evidenceTexts.progress}
        value={progress.total === 0 ? 0 : progress.done / progress.total}
      />
    );
  if (status !== 'ready')
    return (
      <div className="stack tight">
        <Badge tone="bad">{evidenceTexts.states[status] ?? status}</Badge>
        {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      </div>
    );
  return (
    <div className="stack tight">
      {isVerified === false ? (
        <Badge tone="bad">{evidenceTexts.notVerified}</Badge>
      ) : (
        <Badge tone="good">{evidenceTexts.verified}</Badge>
      )}
      {expiresAt === null ? null : (
        <span className="small quiet">{evidenceTexts.until(formatDateTime(expiresAt))}</span>
      )}
    </div>
  );
}
