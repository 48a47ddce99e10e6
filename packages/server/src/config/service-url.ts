/** The URL of a service with this host and port. An IPv6 address is put in brackets. */
export function serviceUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
