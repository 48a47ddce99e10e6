import { useRef, useState } from 'react';
import { CallError, type CallOptions, send } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { saveFile } from '../../design/save-text.ts';
import { notify } from '../../design/toast.tsx';
import { recordTexts } from '../../texts/records.ts';

type Query = NonNullable<CallOptions['query']>;

const pagesMax = 100;
const pageSize = 100;
const waitMs = 5_000;
/** What is listed, in which file it is saved, and how a row ends: a text may have lines of its own. */
const tables = {
  listAudits: { file: 'records.csv', rowEnd: /msg_[0-9a-z]{26}\r\n/g, words: recordTexts.recordTable },
  listLogEvents: { file: 'events.csv', rowEnd: /[0-9a-f]{64}\r\n/g, words: recordTexts.eventTable },
} as const;
type Listed = keyof typeof tables;
/** Spreadsheets take a file without it for one of their own character set. */
const byteOrderMark = '\ufeff';

/** Saves what a list selects as a table for spreadsheets. Each record is put on the log as read. */
export function ExportTable({
  query,
  list = 'listAudits',
}: {
  readonly query: Query;
  readonly list?: Listed;
}) {
  const { file, words } = tables[list];
  const [count, setCount] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const start = async () => {
    const controller = new AbortController();
    stopping.current = controller;
    setCount(0);
    try {
      const { table, rows, isWhole } = await readTable({ list, query }, controller.signal, setCount);
      saveFile(file, byteOrderMark + table, 'text/csv');
      notify(isWhole ? words.exported(rows) : words.exportedFirst(rows));
    } catch (error) {
      if (error instanceof CallError) notify(recordTexts.exportFailed(error.message));
    } finally {
      setCount(null);
    }
  };
  return count === null ? (
    <Button onPress={() => void start()}>{recordTexts.exportTable}</Button>
  ) : (
    <Button onPress={() => stopping.current?.abort()}>{words.exporting(count)}</Button>
  );
}

interface Asked {
  readonly list: Listed;
  readonly query: Query;
}

async function readTable({ list, query }: Asked, signal: AbortSignal, onProgress: (rows: number) => void) {
  const parts: string[] = [];
  let rows = 0;
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const response = await readPage({ list, query: { ...query, limit: pageSize, cursor } }, signal);
    const part = await response.text();
    parts.push(part);
    rows += part.match(tables[list].rowEnd)?.length ?? 0;
    onProgress(rows);
    cursor = nextCursor(response.headers.get('link'));
    if (cursor === undefined) return { table: parts.join(''), rows, isWhole: true };
  }
  return { table: parts.join(''), rows, isWhole: false };
}

function nextCursor(link: string | null): string | undefined {
  const [, address] = /^<([^>]*)>/.exec(link ?? '') ?? [];
  return address === undefined ? undefined : (new URLSearchParams(address).get('cursor') ?? undefined);
}

/** A page, once the limit of requests lets it through. */
async function readPage({ list, query }: Asked, signal: AbortSignal): Promise<Response> {
  for (;;) {
    try {
      return await send(list, { query, headers: { accept: 'text/csv' }, signal });
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'rate_limited') throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      signal.throwIfAborted();
    }
  }
}
