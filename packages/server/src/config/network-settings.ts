import { folderList, oneOf } from './settings.ts';

/** What tenants, and what they send, may have this machine reach. */
export const networkSettings = {
  confinement: oneOf({
    variable: 'AVOW_CONFINEMENT',
    meaning:
      'What happens if the system cannot confine the process that reads files (Landlock and seccomp, Linux 5.13 or newer): `preferred` reads them with the permissions of Node alone, `required` reads none. `avow doctor` reports what the system has.',
    choices: ['preferred', 'required'],
    fallback: 'preferred',
  }),
  fetchPrivateAddresses: oneOf({
    variable: 'AVOW_FETCH_PRIVATE_ADDRESSES',
    meaning:
      'Whether documents may be fetched, and sources read, from this machine, private networks and any port. Anyone who may manage content can then reach what this machine reaches.',
    choices: ['on', 'off'],
    fallback: 'off',
  }),
  sourceFolders: folderList({
    variable: 'AVOW_SOURCE_FOLDERS',
    meaning:
      'The folders of this machine that sources may read, separated by commas. Anyone who may manage content can then read what is in them.',
  }),
  webhookPrivateAddresses: oneOf({
    variable: 'AVOW_WEBHOOK_PRIVATE_ADDRESSES',
    meaning:
      'Whether webhooks may be sent to this machine, also without https, and to private networks and any port. Anyone who may manage webhooks can then reach what this machine reaches.',
    choices: ['on', 'off'],
    fallback: 'off',
  }),
};
