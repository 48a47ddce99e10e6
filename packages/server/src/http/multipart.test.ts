import { AppError } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormLimits, parseMultipart } from './multipart.ts';

const limits: FormLimits = { filesMax: 3, fieldsMax: 4, fieldBytesMax: 100 };
const formType = 'multipart/form-data; boundary=b';

function codeOf(body: string | Buffer, contentType = formType): string {
  try {
    parseMultipart(contentType, Buffer.from(body as string), limits);
    return 'accepted';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${value}\r\n`;
const end = '--b--\r\n';

/** Node's own writer of forms: what browsers send. */
async function written(parts: readonly (readonly [string, string | File])[]) {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  const response = new Response(form);
  return {
    contentType: response.headers.get('content-type') ?? '',
    body: Buffer.from(await response.arrayBuffer()),
  };
}

describe('parseMultipart', () => {
  it('refuses a header of many spaces that ends in a control character, without reading it again and again', () => {
    const header = `X-Long:${'\t'.repeat(8_000)}\r`;
    expect(codeOf(`--b\r\n${header}\r\n\r\nx\r\n${end}`)).toBe('malformed_body');
  });

  it('parses the forms of browsers byte for byte', async () => {
    const roomy = { filesMax: 100, fieldsMax: 100, fieldBytesMax: 100_000 };
    // What senders escape in different ways is not part of a name here.
    const name = fc
      .string({ unit: 'binary', minLength: 1 })
      .map((text) => text.replace(/[\r\n\0\\]|%(?:22|0D|0A)/g, '_'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.tuple(name, fc.string({ unit: 'binary' })),
            fc.tuple(
              name,
              fc
                .tuple(fc.uint8Array({ maxLength: 300 }), name)
                .map(([bytes, fileName]) => new File([bytes], fileName)),
            ),
          ),
          { maxLength: 8 },
        ),
        async (parts) => {
          fc.pre(parts.length > 0);
          const { contentType, body } = await written(parts);
          const read = parseMultipart(contentType, body, roomy);
          expect(read.map((part) => part.name)).toEqual(parts.map(([partName]) => partName));
          for (const [index, [, value]] of parts.entries()) {
            const part = read[index];
            if (typeof value === 'string') {
              expect(part?.fileName).toBeNull();
              expect(Buffer.from(part?.bytes ?? []).toString()).toBe(value.replace(/\r\n|\r|\n/g, '\r\n'));
            } else {
              expect(part?.fileName).toBe(value.name);
              expect(Buffer.from(part?.bytes ?? [])).toEqual(Buffer.from(await value.arrayBuffer()));
            }
          }
        },
      ),
    );
  });

  it('parses names as other clients write them', () => {
    const nameOf = (disposition: string) =>
      parseMultipart(
        formType,
        Buffer.from(`--b\r\ncontent-disposition:form-data;${disposition}\r\n\r\nx\r\n--b--`),
        limits,
      )[0]?.fileName;
    expect(nameOf(' name=file; filename=a.md')).toBe('a.md');
    expect(nameOf(' name="file"; filename="a\\"b\\\\c.md"')).toBe('a"b\\c.md');
    expect(nameOf(' name="file"; filename="a;b=c.md"')).toBe('a;b=c.md');
    expect(nameOf(` name="file"; filename="x"; filename*=UTF-8''%C3%BCber.md`)).toBe('über.md');
    expect(nameOf(' name="file"; filename=""')).toBe('');
    expect(nameOf(' name="file"')).toBeNull();
  });

  it('refuses an incomplete form, wherever it is cut', () => {
    const whole = `${field('title', 'x')}${file('a.md', 'text')}--b--`;
    expect(codeOf(whole)).toBe('accepted');
    expect(codeOf(`${whole}\r\n`)).toBe('accepted');
    for (let length = 0; length < whole.length; length += 1) {
      expect(codeOf(whole.slice(0, length)), String(length)).toBe('malformed_body');
    }
  });

  it('refuses ambiguous forms', () => {
    for (const body of [
      `before\r\n${field('a', 'x')}${end}`,
      `\r\n${field('a', 'x')}${end}`,
      `${field('a', 'x')}${end}after`,
      `${field('a', 'x')}${end}${field('b', 'y')}${end}`,
      `${field('a', 'x\r\n--bc')}${end}`,
      `--b\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Type: text/plain\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Disposition: form-data; name="a"; name="b"\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Disposition: form-data; name="a" x\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Disposition: form-data;\r\n name="a"\r\n\r\nx\r\n${end}`,
      `--b\r\nContent-Disposition: form-data; name="a\r\n\r\nx\r\n${end}`,
      `--b\r\nNo header\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n${end}`,
      `--b\nContent-Disposition: form-data; name="a"\n\nx\n--b--\n`,
    ]) {
      expect(codeOf(body), JSON.stringify(body)).toBe('malformed_body');
    }
    expect(
      codeOf(
        `--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n${end}`,
      ),
    ).toBe('unsupported_media_type');
  });

  it('refuses names that are not UTF-8', () => {
    const body = Buffer.from(`${file('\u00ff.md', 'x')}${end}`, 'latin1');
    expect(codeOf(body)).toBe('invalid_utf8');
    expect(codeOf(Buffer.from(`${field('\u00ff', 'x')}${end}`, 'latin1'))).toBe('invalid_utf8');
    expect(codeOf(file(`x"; filename*="UTF-8''%ff`, 'x') + end)).toBe('invalid_utf8');
  });

  it('requires a boundary, and accepts UTF-8 only', () => {
    const body = field('a', 'x') + end;
    for (const type of [
      'multipart/form-data; boundary="b"',
      'Multipart/Form-Data;Boundary=b',
      'multipart/form-data; charset=UTF-8; boundary=b',
    ]) {
      expect(codeOf(body, type), type).toBe('accepted');
    }
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
      'multipart/form-data; boundary=b; boundary=c',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
      'multipart/form-data; boundary=b; x=y',
    ]) {
      expect(codeOf(body, type), type).toBe('invalid_header');
    }
    expect(codeOf(body, 'multipart/form-data; boundary=b; charset=utf-16')).toBe('unsupported_media_type');
  });

  it('limits everything', () => {
    expect(codeOf(file('a', '').repeat(3) + field('f', '').repeat(4) + end)).toBe('accepted');
    expect(codeOf(file('a', '').repeat(4) + end)).toBe('payload_too_large');
    expect(codeOf(field('f', '').repeat(5) + end)).toBe('payload_too_large');
    expect(codeOf(field('f', 'x'.repeat(100)) + end)).toBe('accepted');
    expect(codeOf(field('f', 'x'.repeat(101)) + end)).toBe('payload_too_large');
    expect(codeOf(field('f'.repeat(9000), 'x') + end)).toBe('payload_too_large');
    expect(codeOf(`--b\r\n${'X: y\r\n'.repeat(20)}\r\nx\r\n${end}`)).toBe('malformed_body');
  });

  it('returns a form or a refusal for any bytes', () => {
    const pieces = fc.constantFrom(
      '--b',
      '\r\n',
      '--',
      'Content-Disposition: form-data; name="a"',
      '"',
      ';',
      'x',
      '\r',
      '\n',
      '=',
      ':',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => void codeOf(parts.join(''))),
      { numRuns: 2000 },
    );
  });
});
