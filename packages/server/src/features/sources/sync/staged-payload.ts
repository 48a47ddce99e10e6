import type { ReadItem } from '../../loading/loading.ts';

/** What was read of an item, which may be an archive. */
export type PayloadItem = ReadItem;

export interface StagedPayload {
  /** The path of its document at the last sync, if it has another now. */
  readonly movedFrom: string | null;
  readonly items: readonly PayloadItem[];
  /** Nobody is known to be admitted: nothing of it stays, and the reason is listed. */
  readonly isWithheld: boolean;
}

/** Pairs keep the bytes of their file, which JSON has as text. */
export function encodePayload({ movedFrom, items, isWithheld }: StagedPayload): string {
  const encoded = items.map((item) =>
    item.kind === 'pairs' ? { ...item, bytes: Buffer.from(item.bytes).toString('base64') } : item,
  );
  return JSON.stringify({ movedFrom, items: encoded, isWithheld });
}

/** Only what `encodePayload` wrote is ever a payload. */
export function decodePayload(text: string): StagedPayload {
  const { movedFrom, items, isWithheld = false }: StagedPayload = JSON.parse(text);
  return {
    ...{ movedFrom, isWithheld },
    items: items.map((item) =>
      item.kind === 'pairs' ? { ...item, bytes: Buffer.from(String(item.bytes), 'base64') } : item,
    ),
  };
}
