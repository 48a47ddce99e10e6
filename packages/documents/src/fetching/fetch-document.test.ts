import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { AddressPolicy } from './address-policy.ts';
import { createFetchDocument } from './fetch-document.ts';
import { FetchFault } from './fetch-fault.ts';
import { fileNameOf } from './file-name-of.ts';

const limits = { timeoutMs: 5_000, bytesMax: 1_000, allowPrivateAddresses: false };
const never = new AbortController().signal;
/** In these tests 127.0.0.1 plays the public internet, and the rest of loopback plays what must not be reached. */
const policy: AddressPolicy = {
  isAllowedAddress: (address) => address === '127.0.0.1',
  isAllowedPort: () => true,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
};
const fetchDocument = createFetchDocument(limits, policy);

const servers: Array<{ close(): unknown }> = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function listen(server: Server | ReturnType<typeof createTcpServer>, host: string): Promise<number> {
  servers.push({
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  });
  return new Promise((resolve) => {
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}

async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  return `http://${host}:${await listen(createServer(listener), host)}`;
}

/** Answers every request with these bytes. */
async function serveBytes(text: string): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(text));
  });
  return `http://127.0.0.1:${await listen(server, '127.0.0.1')}`;
}

async function faultOf(url: string, fetchIt = fetchDocument): Promise<FetchFault> {
  const outcome = await fetchIt(url, { signal: never }).catch((error: unknown) => error);
  if (!(outcome instanceof FetchFault)) throw new Error('expected a fault', { cause: outcome });
  return outcome;
}

const codeOf = async (url: string, fetchIt = fetchDocument) => (await faultOf(url, fetchIt)).code;

describe('fetchDocument', () => {
  it('gives up on a server that changes to another protocol', async () => {
    const url = await serveBytes(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    );
    expect((await faultOf(`${url}/page.md`)).message).toContain('does not answer');
  });

  it('returns the bytes, a file name and the final address', async () => {
    const headersSeen: IncomingHttpHeaders[] = [];
    const base = await serve((request, response) => {
      headersSeen.push(request.headers);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('set-cookie', 'a=b');
      if (request.url === '/old') response.writeHead(301, { location: '/new/page?x=1#part' }).end();
      else response.end('<p>Hello</p>');
    });
    const { bytes, fileName, finalUrl } = await fetchDocument(`${base}/old`, { signal: never });
    expect(Buffer.from(bytes).toString()).toBe('<p>Hello</p>');
    expect(fileName).toBe('page.html');
    expect(finalUrl).toBe(`${base}/new/page?x=1`);
    expect(headersSeen).toHaveLength(2);
    for (const headers of headersSeen) {
      expect(headers).toMatchObject({ 'accept-encoding': 'identity', connection: 'close' });
      expect(headers.cookie).toBeUndefined();
      expect(headers.authorization).toBeUndefined();
    }
  });

  it('accepts only http and https addresses, without credentials, on the usual ports', async () => {
    for (const url of [
      '',
      'x',
      'file:///etc/passwd',
      'ftp://a.example/',
      'data:text/plain,x',
      'http://u:p@a.example/',
    ]) {
      expect(await codeOf(url), url).toBe('not_allowed');
    }
    const strict = createFetchDocument(limits);
    for (const url of ['http://1.1.1.1:22/', 'https://1.1.1.1:6379/', 'http://1.1.1.1:8081/']) {
      expect((await faultOf(url, strict)).message, url).toMatch(/^port /);
    }
  });

  it('refuses every address outside the public internet, however it is written', async () => {
    let asked = 0;
    const base = await serve((_request, response) => {
      asked += 1;
      response.end('secret');
    });
    const strict = createFetchDocument(limits, { ...policy, isAllowedAddress: () => false });
    const { port } = new URL(base);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ]) {
      expect(await codeOf(`http://${host}:${port}/`, strict), host).toBe('not_allowed');
    }
    const byDefault = createFetchDocument(limits);
    for (const url of [
      'http://127.0.0.1/',
      'http://localhost/',
      'http://[::1]:8080/',
      'http://169.254.169.254/latest/',
    ]) {
      expect(await codeOf(url, byDefault), url).toBe('not_allowed');
    }
    expect(asked).toBe(0);
    const allowing = createFetchDocument({ ...limits, allowPrivateAddresses: true });
    expect((await allowing(`${base}/a.txt`, { signal: never })).fileName).toBe('a.txt');
    expect(asked).toBe(1);
  });

  it('checks the target of every redirect', async () => {
    let asked = 0;
    const inner = await serve((_request, response) => {
      asked += 1;
      response.end('secret');
    }, '127.0.0.2');
    const outer = await serve((request, response) => {
      response.writeHead(302, { location: decodeURIComponent((request.url ?? '').slice(1)) }).end();
    });
    for (const target of [`${inner}/`, 'file:///etc/passwd', 'http://u:p@127.0.0.1/', 'http://[::1]/']) {
      expect(await codeOf(`${outer}/${encodeURIComponent(target)}`), target).toBe('not_allowed');
    }
    expect(await codeOf(`${outer}/${encodeURIComponent('http://')}`)).toBe('refused');
    expect(asked).toBe(0);
  });

  it('follows at most five redirects', async () => {
    const base = await serve((request, response) => {
      const left = Number((request.url ?? '').slice(1));
      if (left === 0) response.end('here');
      else response.writeHead(307, { location: `/${left - 1}` }).end('<a>elsewhere</a>');
    });
    expect(Buffer.from((await fetchDocument(`${base}/5`, { signal: never })).bytes).toString()).toBe('here');
    expect(await codeOf(`${base}/6`)).toBe('too_many_redirects');
  });

  it('connects to the address it checked, even if the name then resolves to another', async () => {
    let asked = 0;
    const inner = await serve((_request, response) => {
      asked += 1;
      response.end('secret');
    }, '127.0.0.2');
    const { port } = new URL(inner);
    const answers = ['127.0.0.1', '127.0.0.2'];
    const outerServer = createServer((_request, response) => {
      response.writeHead(302, { location: `http://rebinding.example:${port}/` }).end();
    });
    servers.push(outerServer);
    await new Promise<void>((resolve) => outerServer.listen(Number(port), '127.0.0.1', resolve));
    let lookups = 0;
    const changing = createFetchDocument(limits, {
      ...policy,
      resolve: async () => [{ address: answers[Math.min(lookups++, 1)] ?? '', family: 4 }],
    });
    expect(await codeOf(`http://rebinding.example:${port}/`, changing)).toBe('not_allowed');
    expect(lookups).toBe(2);
    const mixed = createFetchDocument(limits, {
      ...policy,
      isAllowedAddress: (address) => address === '127.0.0.3',
      resolve: async () => answers.map((address) => ({ address, family: 4 })),
    });
    expect(await codeOf(`http://mixed.example:${port}/`, mixed)).toBe('not_allowed');
    expect(asked).toBe(0);
  });

  it('stops at the size limit, with or without a declared length', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/said') response.writeHead(200, { 'content-length': '1000000' }).write('x');
      else {
        const timer = setInterval(() => response.write('x'.repeat(400)), 1);
        response.on('close', () => clearInterval(timer));
      }
    });
    expect(await codeOf(`${base}/said`)).toBe('too_large');
    expect(await codeOf(`${base}/endless`)).toBe('too_large');
  });

  it('inflates a response that was compressed unasked, within the limit', async () => {
    const texts = {
      gzip: gzipSync('fine'),
      br: brotliCompressSync('fine'),
      bomb: gzipSync('x'.repeat(100_000)),
    };
    const base = await serve((request, response) => {
      const [, encoding = '', which = ''] = (request.url ?? '').split('/');
      response.setHeader('content-encoding', encoding).end(texts[which as keyof typeof texts]);
    });
    for (const name of ['gzip', 'br']) {
      const { bytes } = await fetchDocument(`${base}/${name}/${name}`, { signal: never });
      expect(Buffer.from(bytes).toString()).toBe('fine');
    }
    expect(await codeOf(`${base}/gzip/bomb`)).toBe('too_large');
    expect(await codeOf(`${base}/gzip/br`)).toBe('broken_off');
    expect(await codeOf(`${base}/zstd/gzip`)).toBe('refused');
  });

  it('rejects an incomplete response', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
    expect(await codeOf(await serveBytes(`${head}Content-Length: 100\r\n\r\nhalf`))).toBe('broken_off');
    expect(await codeOf(await serveBytes(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`))).toBe(
      'broken_off',
    );
    expect(await codeOf(await serveBytes('nonsense\r\n\r\n'))).toBe('unreachable');
    expect(await codeOf(await serveBytes(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`))).toBe(
      'unreachable',
    );
    const longer = await serveBytes(`${head}Content-Length: 5\r\nConnection: close\r\n\r\nwhole and more`);
    const { bytes } = await fetchDocument(longer, { signal: never });
    expect(Buffer.from(bytes).toString()).toBe('whole');
  });

  it('explains the failure', async () => {
    const base = await serve((request, response) => {
      response.writeHead(request.url === '/empty' ? 200 : 404).end();
    });
    const { host } = new URL(base);
    expect((await faultOf(`${base}/x`)).message).toBe(`${host} answered with status 404`);
    expect((await faultOf(`${base}/empty`)).message).toBe(`${host} sent nothing`);
    const nobody = createFetchDocument(limits, {
      ...policy,
      resolve: () => Promise.reject(new Error('ENOTFOUND')),
    });
    expect((await faultOf('http://nobody.example/', nobody)).message).toBe('there is no host nobody.example');
    const { port } = new URL(base);
    for (const server of servers.splice(0)) server.close();
    expect((await faultOf(`http://127.0.0.1:${port}/`)).message).toMatch(/does not answer \(ECONNREFUSED\)$/);
  });

  it('stops after its time limit and when it is aborted', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/body') response.writeHead(200).write('x');
    });
    const hasty = createFetchDocument({ ...limits, timeoutMs: 50 }, policy);
    expect(await codeOf(`${base}/body`, hasty)).toBe('timed_out');
    expect(await codeOf(`${base}/headers`, hasty)).toBe('timed_out');
    const stop = new AbortController();
    const fetching = fetchDocument(`${base}/body`, { signal: stop.signal });
    const reason = new Error('the job was cancelled');
    stop.abort(reason);
    await expect(fetching).rejects.toBe(reason);
  });

  it('converts text to UTF-8 if only the server declared its character set', async () => {
    const base = await serve((request, response) => {
      const { searchParams, pathname } = new URL(request.url ?? '', 'http://x');
      const head = pathname === '/meta' ? '<meta charset="windows-1252">' : '';
      response
        .setHeader('content-type', searchParams.get('type') ?? '')
        .end(Buffer.from(`${head}Gr\u00fc\u00dfe`, 'latin1'));
    });
    const read = async (path: string, type: string) =>
      Buffer.from(
        (await fetchDocument(`${base}${path}?type=${encodeURIComponent(type)}`, { signal: never })).bytes,
      );
    expect((await read('/a', 'text/plain; charset=ISO-8859-1')).toString()).toBe('Grüße');
    expect((await read('/a', 'text/html; charset="windows-1252"')).toString()).toBe('Grüße');
    expect((await read('/meta', 'text/html; charset=windows-1252')).toString('latin1')).toMatch(/Grüße$/);
    expect((await read('/a', 'application/pdf; charset=latin1')).toString('latin1')).toBe('Grüße');
    expect((await read('/a', 'text/plain; charset=nonsense')).toString('latin1')).toBe('Grüße');
  });
});

describe('fileNameOf', () => {
  it('is the last part of the path, with an extension that fits the content type', () => {
    for (const [path, type, name] of [
      ['/a/b.pdf', 'application/pdf', 'b.pdf'],
      ['/a/b', 'application/pdf', 'b.pdf'],
      ['/', 'text/html; charset=utf-8', 'index.html'],
      ['/page.php', 'text/html', 'page.php.html'],
      ['/PAGE.HTM', 'Text/HTML', 'PAGE.HTM'],
      ['/readme.md', 'text/plain', 'readme.md'],
      ['/notes', 'text/plain', 'notes.txt'],
      ['/data.csv', 'application/octet-stream', 'data.csv'],
      ['/data.csv', undefined, 'data.csv'],
      ['/%C3%9Cber%20uns', 'text/html', 'Über uns.html'],
      ['/a%2Fb%5C..%00c', 'text/html', 'ab..c.html'],
      ['/%ff', 'text/html', '%ff.html'],
      ['/..%2f..', undefined, '....'],
      [`/${'x'.repeat(500)}.md`, 'text/markdown', `${'x'.repeat(197)}.md`],
    ] as const) {
      expect(fileNameOf(new URL(path, 'https://a.example'), type), path).toBe(name);
    }
  });
});
