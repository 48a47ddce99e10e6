import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { contentLimits, groupsSchema, sourceSchema, webAddressSchema } from './content-fields.ts';
import { addDocumentRequestSchema, updateDocumentRequestSchema } from './document.ts';
import { createPackRequestSchema, publishRequestSchema, updatePackRequestSchema } from './pack.ts';
import { qnaRequestSchema } from './qna.ts';

const pointersOf = (schema: typeof addDocumentRequestSchema | typeof qnaRequestSchema, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : fieldErrorsOf(parsed.error, input).map(({ pointer }) => pointer);
};

describe('the path of a document', () => {
  it('[CON-11-23] stays within the pack', () => {
    for (const source of [
      'a.md',
      'a/b/c.md',
      'Reise & Hotel/Übersicht 2026.pdf',
      '.hidden/x',
      'a..b/c...d',
      '漢'.repeat(512),
      '😀'.repeat(512),
    ]) {
      expect(sourceSchema.safeParse(source).success, source).toBe(true);
    }
    for (const source of [
      '',
      ' ',
      '/a',
      '..',
      '../a',
      'a/../b',
      'a/..',
      'a\\..\\b',
      './a',
      'a/./b',
      'a//b',
      'a/',
      'a\u0000b',
      'a\nb',
      'a\u007f',
      'a\u0085b',
      'a\u2028b',
      '\ud800',
      'x'.repeat(513),
      '😀'.repeat(513),
    ]) {
      expect(sourceSchema.safeParse(source).success, JSON.stringify(source)).toBe(false);
    }
  });

  it('never leads out of a folder that it is joined to', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('..', '.', 'a', '', '/', '\\', 'b.md', ' ')), (parts) => {
        const source = parts.join('/');
        if (!sourceSchema.safeParse(source).success) return;
        const { pathname } = new URL(source.split('/').map(encodeURIComponent).join('/'), 'file:///pack/');
        expect(pathname.startsWith('/pack/')).toBe(true);
        expect(pathname.split('/')).toHaveLength(source.split('/').length + 2);
      }),
    );
  });
});

describe('content requests', () => {
  it('[CON-11-15] names are one line of at most 128 characters, without space around them', () => {
    expect(createPackRequestSchema.parse({ name: '  Hand book ' })).toEqual({
      name: 'Hand book',
      description: '',
    });
    for (const name of ['', '  ', 'a\nb', 'a\u0000', 'x'.repeat(contentLimits.nameCodePointsMax + 1), 5]) {
      expect(createPackRequestSchema.safeParse({ name }).success, String(name)).toBe(false);
    }
    expect(createPackRequestSchema.parse({ name: 'a', description: 'b\r\nc\td' }).description).toBe(
      'b\nc\td',
    );
    expect(publishRequestSchema.parse({})).toEqual({ note: '', force: false });
    expect(publishRequestSchema.safeParse({ force: true }).success).toBe(false);
    expect(publishRequestSchema.safeParse({ force: true, note: 'It must.' }).success).toBe(true);
  });

  it('a change names at least one field, and only known fields', () => {
    for (const change of [{}, { id: 'x' }, { name: null }]) {
      expect(updatePackRequestSchema.safeParse(change).success).toBe(false);
      expect(updateDocumentRequestSchema.safeParse(change).success).toBe(false);
    }
    expect(updateDocumentRequestSchema.parse({ url: null })).toEqual({ url: null });
  });

  it('URLs are http or https, and contain no password', () => {
    for (const url of ['https://a.example/b?c=d#e', 'http://10.0.0.1:8080/']) {
      expect(webAddressSchema.safeParse(url).success, url).toBe(true);
    }
    for (const url of [
      '',
      'a.example',
      'ftp://a.example/',
      'javascript:alert(1)',
      'https:a.example',
      ' https://a.example',
      'https://a.example/\n',
      'https://user@a.example/',
      'https://user:secret@a.example/',
      `https://a.example/${'x'.repeat(2048)}`,
    ]) {
      expect(webAddressSchema.safeParse(url).success, url).toBe(false);
    }
  });

  it('groups are at most 64 names', () => {
    expect(groupsSchema.safeParse(Array.from({ length: 64 }, (_, index) => `g${index}`)).success).toBe(true);
    expect(groupsSchema.safeParse(Array.from({ length: 65 }, (_, index) => `g${index}`)).success).toBe(false);
    expect(groupsSchema.safeParse(['']).success).toBe(false);
    expect(groupsSchema.parse([' b ', 'a', 'b'])).toEqual(['a', 'b']);
  });

  it('a document is a text under a path, or an address', () => {
    for (const [body, pointers] of [
      [{ source: 'a.md', text: 'x' }, []],
      [{ fetch_url: 'https://a.example/b' }, []],
      [{ fetch_url: 'https://a.example/b', source: 'b.html', title: 'B', groups: ['x'] }, []],
      [{ source: 'a.TXT', text: 'x', format: 'text' }, []],
      [{ source: 'a.md', text: 'x', format: 'text' }, ['/format']],
      [{ source: 'a.pdf', text: 'x' }, ['/source']],
      [{ source: 'a', text: 'x', format: 'text' }, ['/source']],
      [{}, ['/text']],
      [{ text: 'x' }, ['/source']],
      [{ source: 'a.md', text: '' }, ['/text']],
      [{ source: 'a.md', text: 'a\u0000' }, ['/text']],
      [{ source: 'a.md', text: 'x', format: 'html' }, ['/format']],
      [{ source: 'a.md', text: 'x', replace: false }, []],
      [{ fetch_url: 'https://a.example/b', replace: false }, ['/replace']],
      [{ fetch_url: 'https://a.example/b', text: 'x', format: 'text' }, ['/source', '/text', '/format']],
      [{ source: 'a.md', text: 'x', colour: 1 }, ['/colour']],
    ] as const) {
      expect(pointersOf(addDocumentRequestSchema, body), JSON.stringify(body)).toEqual(pointers);
    }
  });

  it('[CON-11-24] a pair has a question and an answer, and ends after it begins', () => {
    const pair = { question: 'Q?', answer: 'A.' };
    expect(qnaRequestSchema.parse(pair)).toEqual({
      ...pair,
      alternatives: [],
      source: '',
      url: null,
      tags: [],
      groups: [],
      valid_from: null,
      valid_until: null,
    });
    const [early, late] = ['2026-01-01T00:00:00+01:00', '2026-01-01T00:00:00Z'];
    for (const [body, pointers] of [
      [{ ...pair, valid_from: early, valid_until: late }, []],
      [{ ...pair, valid_from: late, valid_until: early }, ['/valid_until']],
      [{ ...pair, valid_from: late, valid_until: late }, ['/valid_until']],
      [{ ...pair, valid_from: '0001-01-01T00:00:00+23:00' }, ['/valid_from']],
      [{ ...pair, valid_until: 'tomorrow' }, ['/valid_until']],
      [{ question: 'Q?' }, ['/answer']],
      [{ ...pair, alternatives: ['', 'x'] }, ['/alternatives/0']],
      [{ ...pair, alternatives: new Array(101).fill('x') }, ['/alternatives']],
      [{ ...pair, tags: new Array(65).fill('x') }, ['/tags']],
      [{ ...pair, answer: 'x'.repeat(32_001) }, ['/answer']],
      [{ ...pair, question: 'x'.repeat(1_001) }, ['/question']],
    ] as const) {
      expect(pointersOf(qnaRequestSchema, body), JSON.stringify(body).slice(0, 80)).toEqual(pointers);
    }
  });
});

it('counts a text as it was sent, with the white space that is trimmed, as a reader of the schema does', () => {
  const named = (name: string) => createPackRequestSchema.safeParse({ name });
  expect(named(` ${'a'.repeat(contentLimits.nameCodePointsMax - 1)}`).data?.name).toHaveLength(
    contentLimits.nameCodePointsMax - 1,
  );
  expect(named(` ${'a'.repeat(contentLimits.nameCodePointsMax)}`).success).toBe(false);
});
