import { crc32 } from 'node:zlib';
import { scores } from '../personal-data/data-types.ts';
import { isShownKey, isSlot } from './example-values.ts';
import type { FoundSecret, SecretType } from './secret-types.ts';

interface KeyFormat {
  readonly type: SecretType;
  /** A text that contains none of these contains no such key. */
  readonly starts: readonly string[];
  readonly source: string;
  readonly isValid?: (written: string) => boolean;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** API keys of this service end in a CRC-32 of the preceding characters, written as six characters. */
function hasOwnChecksum(written: string): boolean {
  let value = crc32(written.slice(0, -6));
  let checksum = '';
  for (let place = 0; place < 6; place += 1) {
    checksum = (base62[value % 62] ?? '') + checksum;
    value = Math.floor(value / 62);
  }
  return written.endsWith(checksum);
}

const mixed = (written: string) => /\d/.test(written.slice(4)) && /[a-z]/i.test(written.slice(4));

const formats: readonly KeyFormat[] = [
  {
    type: 'avow_key',
    starts: ['avw_'],
    source: 'avw_(?:live|test)_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}',
    isValid: hasOwnChecksum,
  },
  {
    type: 'aws_access_key',
    starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    source: 'A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}',
  },
  {
    type: 'github_token',
    starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    source: 'gh[pousr]_[A-Za-z0-9]{36,251}',
  },
  { type: 'github_token', starts: ['github_pat_'], source: 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}' },
  {
    type: 'gitlab_token',
    starts: ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glcbt-'],
    source: 'gl(?:pat|ptt|dt|rt|cbt)-[\\w.-]{20,300}',
    isValid: mixed,
  },
  {
    type: 'slack_token',
    starts: ['xox', 'xapp-'],
    source: '(?:xox[abeoprs]|xapp)-(?=[\\w-]{0,40}\\d)[\\w-]{10,250}',
  },
  {
    type: 'slack_token',
    starts: ['hooks.slack.com'],
    source: 'hooks\\.slack\\.com/(?:services|workflows)/T\\w{8,12}/[AB]\\w{8,12}/\\w{18,30}',
  },
  {
    type: 'stripe_key',
    starts: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    source: '[rs]k_(?:live|test)_[A-Za-z0-9]{16,247}',
    isValid: mixed,
  },
  { type: 'stripe_key', starts: ['whsec_'], source: 'whsec_[A-Za-z0-9+/]{32,64}={0,2}', isValid: mixed },
  { type: 'google_key', starts: ['AIza'], source: 'AIza[\\w-]{35}' },
  { type: 'google_key', starts: ['GOCSPX-'], source: 'GOCSPX-[\\w-]{28}' },
  { type: 'google_key', starts: ['ya29.'], source: 'ya29\\.[\\w-]{20,1000}' },
  {
    type: 'openai_key',
    starts: ['sk-'],
    source:
      'sk-(?:proj|svcacct|admin|None)-[\\w-]{40,250}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{48}',
    isValid: mixed,
  },
  { type: 'anthropic_key', starts: ['sk-ant-'], source: 'sk-ant-[a-z]{2,8}\\d{2}-[\\w-]{60,140}' },
  { type: 'npm_token', starts: ['npm_'], source: 'npm_[A-Za-z0-9]{36}', isValid: mixed },
  { type: 'pypi_token', starts: ['pypi-'], source: 'pypi-AgE[\\w-]{50,1000}' },
  { type: 'sendgrid_key', starts: ['SG.'], source: 'SG\\.[\\w-]{22}\\.[\\w-]{43}' },
  { type: 'twilio_key', starts: ['SK'], source: 'SK[0-9a-f]{32}' },
  { type: 'mailgun_key', starts: ['key-'], source: 'key-[0-9a-f]{32}' },
  {
    type: 'shopify_token',
    starts: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    source: 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
  },
  {
    type: 'digitalocean_token',
    starts: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    source: 'do[opr]_v1_[a-f0-9]{64}',
  },
  { type: 'huggingface_token', starts: ['hf_'], source: 'hf_[A-Za-z0-9]{34,40}' },
  {
    type: 'azure_key',
    starts: ['AccountKey=', 'SharedAccessKey='],
    source: '(?<=(?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{43,86}={1,2}',
  },
  { type: 'azure_key', starts: ['sig='], source: '(?<=[?&;]sig=)[A-Za-z0-9%+/]{40,90}={0,2}' },
  { type: 'service_key', starts: ['AAF', 'AAG', 'AAE', 'AAH'], source: '\\d{8,10}:AA[EFGH][\\w-]{32}' },
  { type: 'service_key', starts: ['hvs.', 'hvb.'], source: 'hv[sb]\\.[\\w-]{24,200}' },
  { type: 'service_key', starts: ['dapi'], source: 'dapi[a-f0-9]{32}(?:-\\d)?' },
  { type: 'service_key', starts: ['AGE-SECRET-KEY-'], source: 'AGE-SECRET-KEY-1[0-9A-Z]{58}' },
  {
    type: 'service_key',
    starts: ['glsa_', 'glc_'],
    source: 'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}',
  },
  {
    type: 'service_key',
    starts: [
      'NRAK-',
      'PMAK-',
      'lin_api_',
      'gsk_',
      'xai-',
      'r8_',
      'pplx-',
      'ntn_',
      'sntrys_',
      'dckr_pat_',
      'atlasv1',
    ],
    source:
      'NRAK-[A-Z0-9]{27}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|lin_api_[A-Za-z0-9]{40}|gsk_[A-Za-z0-9]{52}|xai-[A-Za-z0-9]{80}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{48}|ntn_[A-Za-z0-9]{46}|sntrys_[A-Za-z0-9+/=_]{80,300}|dckr_pat_[\\w-]{27}|[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}',
    isValid: mixed,
  },
];

const patterns = formats.map(
  (format) => [format, new RegExp(`(?<![\\w-])(?:${format.source})(?![\\w-])`, 'g')] as const,
);

/** Finds keys with a distinctive format of their issuer. Well-known examples get a low score. */
export function findSecretKeys(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const [{ type, starts, isValid }, pattern] of patterns) {
    if (!starts.some((start) => text.includes(start))) continue;
    for (const { 0: written, index: start } of text.matchAll(pattern)) {
      const body = written.slice(4);
      if (isSlot(body) || isValid?.(written) === false) continue;
      const score = isShownKey(body) && type !== 'avow_key' ? scores.hinted : scores.sure;
      found.push({ type, start, end: start + written.length, score });
    }
  }
  return found;
}
