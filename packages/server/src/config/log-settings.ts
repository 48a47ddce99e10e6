import { type KeyUnwrapping, parseKeyUnwrapping } from '@avow/foundation/keys';
import { filePath, numberSetting, type Setting, secretSetting, webAddress } from './settings.ts';

/** Where a wrapped key is unwrapped. */
function keyUnwrapping(named: Pick<Setting<unknown>, 'variable' | 'meaning'>): Setting<KeyUnwrapping | null> {
  return {
    ...named,
    defaultText: 'none',
    read: (text) => {
      if (text === undefined) return null;
      const parsed = parseKeyUnwrapping(text);
      if (parsed !== null) return parsed;
      throw new Error(
        'must be age: or command: and an absolute path, or an https address without credentials or a query',
      );
    },
  };
}

/** The keys under which records are kept and logs are signed, and where checkpoints go. */
export const logSettings = {
  masterKey: secretSetting({
    variable: 'AVOW_MASTER_KEY',
    meaning:
      'The master key itself, under which all content is encrypted, for installations that keep it in a vault. Not to be set together with AVOW_MASTER_KEY_FILE.',
    bytes: 32,
  }),
  masterKeyFile: filePath({
    variable: 'AVOW_MASTER_KEY_FILE',
    meaning:
      'The file with the master key under which all content is encrypted. Made at the first start. Without it no content can be read; keep it on another disk than the records.',
    inDataDir: 'master.key',
  }),
  masterKeyUnwrapping: keyUnwrapping({
    variable: 'AVOW_MASTER_KEY_UNWRAP',
    meaning:
      'How the content of AVOW_MASTER_KEY_FILE is unwrapped if it is not the key itself: `age:` and the path of an identity file, `command:` and the path of a program that reads it and prints the key, or the https address of a key management service, and after # the path of the file with the token for it.',
  }),
  logKeyFile: filePath({
    variable: 'AVOW_LOG_KEY_FILE',
    meaning:
      'The file with the key that signs checkpoints of the log (Ed25519, PKCS #8 in PEM). Made at the first start.',
    inDataDir: 'log.key',
  }),
  anchorDir: filePath({
    variable: 'AVOW_ANCHOR_DIR',
    meaning:
      'The folder to which each checkpoint of the log is written as well, with one file for each tenant that only grows. Best on another disk or machine than the records.',
    inDataDir: 'anchors',
  }),
  anchorUrl: webAddress({
    variable: 'AVOW_ANCHOR_URL',
    meaning: 'The web address to which each checkpoint of the log is sent as well.',
  }),
  checkpointEveryMs: numberSetting({
    variable: 'AVOW_CHECKPOINT_EVERY_MS',
    meaning: 'How often logs that have grown get a signed checkpoint.',
    min: 100,
    max: 10_000,
    fallback: 5000,
  }),
};
