import type { AuditExportRequest } from '@avow/contract/records';
import { useRef, useState } from 'react';
import { CallError, call } from '../../api/call.ts';
import { chosenPurpose } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { saveAddress } from '../../design/save-file.ts';
import { notify } from '../../design/toast.tsx';
import { recordTexts } from '../../texts/records.ts';

const waitMs = 1_000;

/** Has the service write the selected records, with their proofs, to a bundle that anyone can check, and downloads it. */
export function ExportRecords({ selection }: { readonly selection: AuditExportRequest }) {
  const [done, setDone] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const start = async () => {
    const controller = new AbortController();
    stopping.current = controller;
    setDone(0);
    try {
      const records = await exportRecords(selection, controller.signal, setDone);
      notify(recordTexts.exported(records));
    } catch (error) {
      if (error instanceof CallError) notify(recordTexts.exportFailed(error.message));
    } finally {
      setDone(null);
    }
  };
  return done === null ? (
    <Button onPress={() => void start()}>{recordTexts.export}</Button>
  ) : (
    <Button onPress={() => stopping.current?.abort()}>{recordTexts.exporting(done)}</Button>
  );
}

/** Resolves with the number of records. An export that is stopped is deleted. */
async function exportRecords(
  body: AuditExportRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<number> {
  let found = await call('startAuditExport', { body });
  const params = { export_id: found.export_id };
  while (found.status === 'running' && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    found = await call('getAuditExport', { params });
    const { done, total } = found.progress;
    onProgress(total === 0 ? 0 : done / total);
  }
  if (signal.aborted) {
    await call('deleteAuditExport', { params });
    throw new DOMException('Stopped.', 'AbortError');
  }
  if (found.status !== 'ready')
    throw new CallError({ code: found.status, status: 0, message: found.failure ?? found.status });
  // A link sends no header.
  saveAddress('downloadAuditExport', { params, query: { purpose: chosenPurpose() } });
  return found.records ?? 0;
}
