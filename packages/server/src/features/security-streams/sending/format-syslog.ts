import type { FormattedEvent } from '../events/format-event.ts';

/** "Log audit" of RFC 5424. */
const facility = 13;
/** Of each severity of OCSF: informational, notice, warning, error. */
const severities = { 1: 6, 2: 5, 3: 4, 4: 3 } as const;
const messageIdLengthMax = 32;
const hostLengthMax = 255;

/** Visible ASCII, as the header allows. */
const word = (text: string, lengthMax: number) =>
  text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, lengthMax) || '-';

/** JSON in ASCII, so that a message needs no mark of its encoding, which many collectors take for a part of it. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A message by RFC 5424, with its length before it, by which RFC 5425 tells messages of a connection apart. */
export function formatSyslog({ json, atMs, code, severity }: FormattedEvent, host: string): string {
  const priority = facility * 8 + severities[severity];
  const time = new Date(atMs).toISOString();
  const header = `<${priority}>1 ${time} ${word(host, hostLengthMax)} avow - ${word(code, messageIdLengthMax)} -`;
  const message = `${header} ${toAscii(json)}`;
  return `${message.length} ${message}`;
}
