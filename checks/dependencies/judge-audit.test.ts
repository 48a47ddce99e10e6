import { describe, expect, it } from 'vitest';
import { judgeAudit } from './judge-audit.ts';

const nowMs = Date.parse('2027-01-01T00:00:00Z');
const id = 'GHSA-2c4f-6gh8-9jmp';
const advisory = (severity: string, of = id) => ({
  ...{ url: `https://github.com/advisories/${of}`, title: 'Reads too much', severity },
});
const reportOf = (...via: readonly unknown[]) =>
  JSON.stringify({ vulnerabilities: { parser: { via }, user: { via: ['parser'] } } });
const exception = { id, reason: 'Only its parser, which is not used.', until: '2027-02-01' };

describe('what npm audit says', () => {
  it('is to fix from the level moderate on', () => {
    for (const severity of ['moderate', 'high', 'critical'])
      expect(judgeAudit(reportOf(advisory(severity)), [], nowMs)).toEqual({
        ...{ kind: 'answered', known: 1 },
        open: [`parser: Reads too much (${severity}, ${id})`],
      });
    for (const severity of ['low', 'info'])
      expect(judgeAudit(reportOf(advisory(severity)), [], nowMs)).toMatchObject({ known: 1, open: [] });
    expect(judgeAudit('{"vulnerabilities":{}}', [], nowMs)).toMatchObject({ known: 0, open: [] });
  });

  it('is left alone while an exception names it, and not a day longer', () => {
    const report = reportOf(advisory('high'), advisory('high', 'GHSA-3333-4444-5555'));
    expect(judgeAudit(report, [exception], nowMs)).toMatchObject({
      ...{ known: 2, open: ['parser: Reads too much (high, GHSA-3333-4444-5555)'] },
    });
    for (const change of [{ until: '2026-12-31' }, { until: '2028-01-01' }, { reason: '' }])
      expect(judgeAudit(report, [{ ...exception, ...change }], nowMs)).toMatchObject({
        open: { length: 2 },
      });
  });

  it('is not taken for nothing if the registry did not answer', () => {
    const refused = JSON.stringify({
      message: '405 Method Not Allowed - POST https://user:secret@registry.example/-/npm/v1/security',
      error: { summary: '', detail: '' },
    });
    expect(judgeAudit(refused, [], nowMs)).toEqual({
      ...{ kind: 'unanswered', why: 'the registry answered 405' },
    });
    expect(judgeAudit('{"error":{"code":"ENOTFOUND"}}', [], nowMs)).toMatchObject({ why: 'ENOTFOUND' });
    for (const printed of ['', 'not json', '{}'])
      expect(judgeAudit(printed, [], nowMs)).toMatchObject({ kind: 'unanswered' });
  });
});
