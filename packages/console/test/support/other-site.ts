import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site of somebody else, whose page allows the script, the requests and pictures of the service and nothing more. */
export interface OtherSite {
  readonly url: string;
  /** What its page contains from now on. */
  show(lines: string): void;
  close(): Promise<void>;
}

export async function openOtherSite(serviceUrl: string): Promise<OtherSite> {
  let body = '';
  const policy = `default-src 'none'; script-src ${serviceUrl}; connect-src ${serviceUrl}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(`<!doctype html><html lang="en"><head><title>Gym</title>
      <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>
      <body><main><h1>Gym</h1>${body}</main></body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (lines) => {
      body = lines;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
