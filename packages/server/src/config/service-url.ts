/** The URL of a service with this host and port. An IPv6 address is put in brackets. */
export function defaultServiceUrl({
  host,
  port,
  tlsCert,
}: {
  readonly host: string;
  readonly port: number;
  readonly tlsCert: string | null;
}): string {
  return `${tlsCert === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
