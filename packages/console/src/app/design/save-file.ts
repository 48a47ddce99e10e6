import { type CallOptions, composeAddress } from '../api/call.ts';

/** Offers a text as a file to save. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  save(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves what an operation returns under the name that the service gives it, without holding it in memory. */
export function saveAddress(id: Parameters<typeof composeAddress>[0], options: CallOptions): void {
  save(composeAddress(id, options), '');
}

function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
