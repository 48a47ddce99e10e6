/** A challenge, and the options that the browser's credentials take. */
export interface PasskeyChallenge {
  readonly challenge: string;
  readonly options: object;
}

interface JsonCredential {
  toJSON(): object;
}

/** What browsers have since 2024; older ones do not offer passkeys here. */
interface JsonCredentials {
  parseCreationOptionsFromJSON(options: object): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: object): PublicKeyCredentialRequestOptions;
}

const reader = (): JsonCredentials | null => {
  const found = (globalThis as { PublicKeyCredential?: Partial<JsonCredentials> }).PublicKeyCredential;
  return found?.parseCreationOptionsFromJSON === undefined ? null : (found as JsonCredentials);
};

export const hasPasskeys = (): boolean => reader() !== null && 'credentials' in navigator;

/** Asks the browser for a passkey of this service; null if the person declines. */
export async function findPasskey({ options }: PasskeyChallenge): Promise<object | null> {
  const publicKey = reader()?.parseRequestOptionsFromJSON(options);
  if (publicKey === undefined) return null;
  const found = await navigator.credentials.get({ publicKey }).catch(() => null);
  return found === null ? null : (found as unknown as JsonCredential).toJSON();
}

/** Has the browser create a passkey for this service; null if the person declines. */
export async function createPasskey({ options }: PasskeyChallenge): Promise<object | null> {
  const publicKey = reader()?.parseCreationOptionsFromJSON(options);
  if (publicKey === undefined) return null;
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  return made === null ? null : (made as unknown as JsonCredential).toJSON();
}
