export interface ServerEvent {
  readonly type: string;
  /** Empty: it has none. */
  readonly id: string;
  readonly data: unknown;
}

/** Reads server-sent events until the response ends. Comments and events without data are skipped. */
export async function readServerEvents(
  response: Response,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== null) onEvent(event);
    }
  }
}

function parseBlock(block: string): ServerEvent | null {
  const fields: Record<string, string[]> = {};
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith(':')) continue;
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    fields[name] = [...(fields[name] ?? []), value];
  }
  if (fields['data'] === undefined) return null;
  return {
    type: fields['event']?.at(-1) ?? 'message',
    id: fields['id']?.at(-1) ?? '',
    data: JSON.parse(fields['data'].join('\n')),
  };
}
