import { composeAddress } from '../api/call.ts';
import { saveUrl } from './save-text.ts';

/** Saves what an operation returns under the name that the service gives it, without holding it in memory. */
export function saveAddress(
  id: Parameters<typeof composeAddress>[0],
  params: Readonly<Record<string, string>>,
): void {
  saveUrl(composeAddress(id, { params }), '');
}
