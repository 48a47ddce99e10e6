import { filePath, numberSetting, type Setting, webAddress } from './settings.ts';

const authoritiesMax = 4;

/** Addresses of authorities for time stamps, each read like any other web address. */
const timeStampUrls: Setting<readonly string[]> = {
  variable: 'AVOW_TIME_STAMP_URLS',
  meaning:
    'The web addresses of authorities that stamp the checkpoints of the log with the time (RFC 3161), separated by commas. They receive hashes only. Needs AVOW_TIME_STAMP_ROOTS_FILE.',
  defaultText: 'none',
  read: (text, all) => {
    const parts = (text ?? '').split(',').map((part) => part.trim());
    const urls = parts.filter((part) => part !== '');
    if (urls.length > authoritiesMax) throw new Error(`must be at most ${authoritiesMax} addresses`);
    const one = webAddress({ variable: 'AVOW_TIME_STAMP_URLS', meaning: '' });
    const read = urls.flatMap((url) => one.read(url, all) ?? []);
    if (new Set(read).size < read.length) throw new Error('must be different addresses');
    return read;
  },
};

/** Who outside attests the checkpoints of the log. */
export const attestationSettings = {
  timeStampUrls,
  timeStampRootsFile: filePath({
    variable: 'AVOW_TIME_STAMP_ROOTS_FILE',
    meaning:
      'The file with the certificates, in PEM, that authorities for time stamps are trusted by. A time stamp that none of them vouches for is not accepted.',
  }),
  timeStampEveryMs: numberSetting({
    variable: 'AVOW_TIME_STAMP_EVERY_MS',
    meaning: 'How much time passes between two time stamps of a log that grows, from each authority.',
    min: 10_000,
    max: 7 * 86_400_000,
    fallback: 3_600_000,
  }),
  witnessPolicyFile: filePath({
    variable: 'AVOW_WITNESS_POLICY_FILE',
    meaning:
      'The file with the witnesses that cosign the checkpoints of the log, in the format tlog-policy of C2SP. Those with an address are asked; a quorum is counted by `avow audit verify`.',
  }),
  witnessEveryMs: numberSetting({
    variable: 'AVOW_WITNESS_EVERY_MS',
    meaning: 'How much time passes between two cosignatures of a log that grows, from each witness.',
    min: 1000,
    max: 7 * 86_400_000,
    fallback: 300_000,
  }),
};

/** What is wrong with these settings together. */
export function attestationFaults(textOf: (variable: string) => string | undefined): string[] {
  const { timeStampUrls: urls, timeStampRootsFile: roots } = attestationSettings;
  const isMissing = textOf(urls.variable) !== undefined && textOf(roots.variable) === undefined;
  return isMissing ? [`${urls.variable} needs ${roots.variable}`] : [];
}
