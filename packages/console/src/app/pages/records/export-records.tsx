import { useRef, useState } from 'react';
import { CallError, type CallOptions, call } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { saveFile } from '../../design/save-file.ts';
import { notify } from '../../design/toast.tsx';
import { recordTexts } from '../../texts/records.ts';

const recordsMax = 500;
const waitMs = 2_000;
const waitsMax = 60;

/** Saves the records of the messages that are listed, each with its proof, as lines of JSON. */
export function ExportRecords({ query }: { readonly query: NonNullable<CallOptions['query']> }) {
  const [done, setDone] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const start = async () => {
    const controller = new AbortController();
    stopping.current = controller;
    setDone(0);
    try {
      const lines = await readRecords(query, controller.signal, setDone);
      saveFile('records.jsonl', `${lines.join('\n')}\n`);
      notify(recordTexts.exported(lines.length));
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

async function readRecords(
  query: NonNullable<CallOptions['query']>,
  signal: AbortSignal,
  onDone: (count: number) => void,
): Promise<readonly string[]> {
  const lines: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null && lines.length < recordsMax) {
    const after: CallOptions['query'] = cursor === '' ? {} : { cursor };
    const page: Awaited<ReturnType<typeof call<'listMessages'>>> = await patiently(signal, () =>
      call('listMessages', { query: { ...query, ...after, limit: 100 }, signal }),
    );
    for (const { message_id } of page.data.slice(0, recordsMax - lines.length)) {
      const params = { message_id };
      // What has not ended has no record yet.
      const record = await patiently(signal, () => call('getAudit', { params, signal })).catch(unlessMissing);
      if (record === null) continue;
      const proof = await patiently(signal, () => call('getAuditProof', { params, signal })).catch(
        unlessMissing,
      );
      lines.push(JSON.stringify({ record, proof }));
      onDone(lines.length);
    }
    cursor = page.next_cursor;
  }
  return lines;
}

function unlessMissing(error: unknown): null {
  if (error instanceof CallError && [404, 409, 410].includes(error.status)) return null;
  throw error;
}

/** Waits while the service says that there were too many requests. */
async function patiently<Result>(signal: AbortSignal, read: () => Promise<Result>): Promise<Result> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await read();
    } catch (error) {
      const isLimited = error instanceof CallError && error.status === 429;
      if (!isLimited || waits >= waitsMax || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
