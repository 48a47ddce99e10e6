/** Where a service with this host and port is reached: an IPv6 address stands in brackets. */
export function serviceUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
