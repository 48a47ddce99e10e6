/** What it takes to fetch and to name files, for processes that start often: without the parsers. */

// Addresses and requests.

export { type AddressPolicy, checkUrl, createAddressPolicy } from './fetching/address-policy.ts';
export { FetchFault } from './fetching/fetch-fault.ts';
export { readBody } from './fetching/request-once.ts';
export { sendRequest } from './fetching/send-request.ts';

// Files by their names and bytes.

export { fileNameOf } from './fetching/file-name-of.ts';
export { textToUtf8 } from './fetching/text-to-utf8.ts';
export { decodeExported } from './parsing/decode-text.ts';
export { type FileRole, fileRoleOf } from './parsing/file-role.ts';
