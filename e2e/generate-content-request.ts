import { drawFrom } from '@avow/foundation/testing';
import { type GeneratedRequest, oddTexts } from './generate-request.ts';

/** Real ids and values for nearly valid requests. */
export interface KnownContent {
  readonly apiKey: string;
  readonly packIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly qnaIds: readonly string[];
  readonly jobIds: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
/** A path, the methods that it takes most often, and the fields of its body. */
const routes: ReadonlyArray<readonly [path: string, methods: string, fields: string]> = [
  ['', 'GET POST', 'name description'],
  ['/{pack}', 'GET PATCH', 'name description'],
  ['/{pack}/documents', 'GET POST', 'source text format fetch_url title url groups'],
  ['/{pack}/documents/{document}', 'GET PATCH', 'title url groups text'],
  ['/{pack}/qna', 'GET POST', 'question alternatives answer source url tags groups valid_from valid_until'],
  ['/{pack}/qna/{qna}', 'GET PUT', 'question alternatives answer source url tags groups valid_from'],
  ['/{pack}/qna/import', 'POST', ''],
  ['/{pack}/changes/discard', 'POST', 'item_ids'],
  ['/{pack}/items/change', 'POST', 'item_ids owner add_tags remove_tags groups'],
  ['/{pack}/items/remove', 'POST', 'item_ids'],
  ['/{pack}/items/labels', 'GET', ''],
  ['/{pack}/ask', 'POST', 'question groups'],
  ['/{pack}/versions', 'GET', ''],
  ['/{pack}/publish', 'POST', 'note'],
  ['/{pack}/rollback', 'POST', 'version'],
  ['/{pack}/unpublish', 'POST', ''],
  ['/{pack}/report', 'GET', ''],
  ['/{pack}/jobs', 'GET', ''],
  ['/{pack}/jobs/{job}', 'GET', ''],
  ['/{pack}/jobs/{job}/cancel', 'POST', ''],
];
const likely: Readonly<Record<string, readonly unknown[]>> = {
  name: ['handbook', 'rules', 'x'.repeat(128)],
  source: ['a.md', 'b/c.txt', '../x.md', 'a.pdf'],
  text: ['# A\n\nText.', 'x'.repeat(2000)],
  format: ['markdown', 'text', 'html'],
  fetch_url: ['http://127.0.0.1:1/', 'http://[::1]/', 'https://u:p@a.example/', 'ftp://x'],
  url: ['https://a.example/b', null, 'javascript:x'],
  groups: [[], ['a', 'b'], ['']],
  tags: [[], ['x']],
  item_ids: [['doc_01jd7c5v8rg2h4j6k8m0n2p4q6'], ['qna_01jd7c5v8rk4m6n8p0q2r4s6t8'], [], ['pack_x']],
  owner: ['Ada', null, '', 'x'.repeat(129)],
  add_tags: [['x'], [''], ['x', 'x']],
  remove_tags: [['x'], []],
  alternatives: [[], ['Other?']],
  question: ['Where is it?', 'Who is it?'],
  answer: ['Here.', '**There.**'],
  valid_from: ['2026-01-01T00:00:00Z', null, '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:00'],
  valid_until: ['2027-01-01T00:00:00Z', '2025-01-01T00:00:00Z', null],
  version: [1, 2, 0, 9_007_199_254_740_991, 1.5],
  note: ['New.', ''],
};
const formFields = ['file', 'file', 'file', 'source', 'title', 'url', 'groups', 'colour', ''];
const fileNames = ['a.md', 'b.txt', 'c.csv', 'd.pdf', 'e.zip', '', '../f.md', 'pairs.qna.json', 'g.xlsx'];
const contents = [
  '# A\n\nText.',
  'question,answer\nWho?,Me.\n',
  '%PDF-1.7',
  'PK\u0003\u0004',
  '[{"question":"Q"}]',
  '',
];

/** A request on content packs that may be anything: mostly nearly right, sometimes nonsense. */
export function generateContentRequest(seed: number, known: KnownContent): GeneratedRequest {
  const random = drawFrom(seed);
  const chance = (share: number) => random() < share;
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const idOf = (ids: readonly string[]) =>
    chance(0.9) ? pick(ids) : encodeURIComponent(pick(oddTexts).toWellFormed()).slice(0, 200) || 'x';

  function jsonBody(fields: readonly string[]): string {
    const body: Record<string, unknown> = {};
    for (const field of fields) {
      if (chance(0.6)) body[field] = chance(0.85) ? pick(likely[field] ?? ['x']) : pick(oddTexts);
    }
    if (chance(0.05)) body[pick(oddTexts)] = 1;
    return JSON.stringify(body);
  }

  function formBody(): Buffer {
    const parts: Buffer[] = [];
    while (chance(0.6)) {
      const field = pick(formFields);
      const name = chance(0.9) ? pick(fileNames) : pick(oddTexts).replace(/[\r\n"]/g, '');
      const file = field === 'file' ? `; filename="${name}"` : '';
      parts.push(Buffer.from(`--b\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`));
      parts.push(Buffer.from(chance(0.8) ? pick(contents) : pick(oddTexts)), Buffer.from('\r\n'));
    }
    parts.push(Buffer.from('--b--\r\n'));
    return Buffer.concat(parts);
  }

  /** Cut off, or with bytes changed. */
  function damage(body: Buffer): Buffer {
    if (chance(0.5)) return body.subarray(0, Math.floor(random() * body.length));
    const damaged = Buffer.from(body);
    for (let flips = 3; flips > 0; flips -= 1) {
      damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
    }
    return damaged;
  }

  const [path, usual, fields] = pick(routes);
  const drawn = chance(0.93) ? pick(usual.split(' ')) : pick(methods);
  // Without its packs, everything else would only ever be not found.
  const method = drawn === 'DELETE' && path === '/{pack}' ? 'PATCH' : drawn;
  let url = `/v1/content-packs${path}`
    .replace('{pack}', () => idOf(known.packIds))
    .replace('{document}', () => idOf(known.documentIds))
    .replace('{qna}', () => idOf(known.qnaIds))
    .replace('{job}', () => idOf(known.jobIds));
  const headers: Record<string, string> = chance(0.98) ? { authorization: `Bearer ${known.apiKey}` } : {};
  if (method === 'GET' && chance(0.3))
    url += `?${pick(['limit', 'cursor', 'page'])}=${pick(['1', '0', 'x', '100'])}`;
  if (path.endsWith('/import') && chance(0.7))
    url += `?file_name=${pick(['a.csv', 'b.json', 'c', '', 'd.xlsx'])}`;
  if (method === 'GET' || method === 'HEAD' || (method === 'DELETE' && chance(0.9))) {
    return { method, url, headers, payload: undefined };
  }
  const takesForm = path.endsWith('/documents') || path.endsWith('/import');
  const isForm = takesForm ? chance(0.7) : chance(0.02);
  const whole = isForm
    ? formBody()
    : Buffer.from(jsonBody(fields.split(' ').filter((field) => field !== '')));
  if (chance(0.97)) headers['content-type'] = isForm ? 'multipart/form-data; boundary=b' : 'application/json';
  if (chance(0.02))
    headers['content-type'] = pick(['text/csv', 'multipart/form-data', 'x', 'application/json; charset=x']);
  const payload = chance(0.05) ? undefined : chance(0.1) ? damage(whole) : whole;
  return { method, url, headers, payload };
}
