import { ConnectionError } from './errors.ts';

/** One server-sent event. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Far more than the service ever sends in one event. */
const lineLengthMax = 4 * 1024 * 1024;

/** Reads a body of server-sent events as it arrives, in chunks of any size. An incomplete event at the end is dropped. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedEvent, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let fields: Record<string, string> = {};
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineLengthMax) throw new ConnectionError('The service sent a line that is too long.');
    for (const line of lines.map((text) => text.replace(/\r$/, ''))) {
      if (line !== '') {
        const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        fields[name] =
          name === 'data' && fields['data'] !== undefined ? `${fields['data']}\n${value}` : value;
        continue;
      }
      const { id = '', event = 'message', data } = fields;
      if (data !== undefined) yield { id, type: event, data };
      fields = {};
    }
  }
}
