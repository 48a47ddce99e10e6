import { type CallOptions, composeAddress } from '../api/call.ts';
import { saveUrl } from './save-text.ts';

/** Saves what an operation returns under the name that the service gives it, without holding it in memory. */
export function saveAddress(id: Parameters<typeof composeAddress>[0], options: CallOptions): void {
  saveUrl(composeAddress(id, options), '');
}
