import { isAbsolute, join } from 'node:path';
import { isPrivateHost } from './is-private-host.ts';

/** One setting: its environment variable, what it means, and how its text is read. A reader throws what is wrong. */
export interface Setting<Value> {
  readonly variable: `AVOW_${string}`;
  readonly meaning: string;
  /** As the reference page shows it. */
  readonly defaultText: string;
  readonly secret?: true;
  read(text: string | undefined, all: { readonly dataDir: string }): Value;
}

interface Named {
  readonly variable: `AVOW_${string}`;
  readonly meaning: string;
}

export function wholeNumber(
  named: Named & { readonly min: number; readonly max: number; readonly fallback: number },
): Setting<number> {
  return {
    ...named,
    defaultText: String(named.fallback),
    read: (text) => {
      if (text === undefined) return named.fallback;
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= named.min && value <= named.max) return value;
      throw new Error(`must be a whole number from ${named.min} to ${named.max}`);
    },
  };
}

export function oneOf<Choice extends string>(
  named: Named & { readonly choices: readonly Choice[]; readonly fallback: Choice },
): Setting<Choice> {
  return {
    ...named,
    defaultText: named.fallback,
    read: (text) => {
      if (text === undefined) return named.fallback;
      const choice = named.choices.find((known) => known === text);
      if (choice !== undefined) return choice;
      throw new Error(`must be one of ${named.choices.join(', ')}`);
    },
  };
}

export function plainText(named: Named & { readonly fallback: string }): Setting<string> {
  return { ...named, defaultText: named.fallback, read: (text) => text ?? named.fallback };
}

export function secretText(named: Named): Setting<string | null> {
  return { ...named, defaultText: 'none', secret: true, read: (text) => text ?? null };
}

export function webAddress(named: Named & { readonly defaultText?: string }): Setting<string | null> {
  return {
    defaultText: 'none',
    ...named,
    read: (text) => {
      if (text === undefined) return null;
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
        throw new Error('must be an http or https address without credentials or a query');
      }
      return url.href.replace(/\/$/, '');
    },
  };
}

/** Where a language model is reached. What is sent there is not for others to read on the way. */
export function modelAddress(named: Named): Setting<string | null> {
  const address = webAddress(named);
  return {
    ...address,
    read: (text, all) => {
      const read = address.read(text, all);
      if (read === null) return null;
      const { protocol, hostname, pathname, hash } = new URL(read);
      if (hash !== '') throw new Error('must be an address without a fragment');
      if (pathname.endsWith('/chat/completions'))
        throw new Error('must be the base of the API, without /chat/completions');
      if (protocol === 'http:' && !isPrivateHost(hostname))
        throw new Error('must begin with https, unless it is of this machine or of a private network');
      return read;
    },
  };
}

/** As its server knows it. */
export function modelName(named: Named): Setting<string | null> {
  return {
    ...named,
    defaultText: 'none',
    read: (text) => {
      if (text === undefined || /^[\x21-\x7e]{1,200}$/.test(text)) return text ?? null;
      throw new Error('must be 1 to 200 letters, digits or signs of ASCII, without spaces');
    },
  };
}

/** A path; a relative one is taken from the working directory. `inDataDir` names the default there. */
export function filePath(named: Named & { readonly inDataDir: string }): Setting<string>;
export function filePath(named: Named): Setting<string | null>;
export function filePath(named: Named & { readonly inDataDir?: string }): Setting<string | null> {
  const { inDataDir } = named;
  return {
    ...named,
    defaultText: inDataDir === undefined ? 'none' : `${inDataDir} in AVOW_DATA_DIR`,
    read: (text, { dataDir }) => {
      if (text !== undefined) return isAbsolute(text) ? text : join(process.cwd(), text);
      return inDataDir === undefined ? null : join(dataDir, inDataDir);
    },
  };
}

export function addressList(named: Named): Setting<readonly string[]> {
  return {
    ...named,
    defaultText: 'none',
    read: (text) => {
      const addresses = (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const odd = addresses.find((address) => !/^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(address));
      if (odd !== undefined) throw new Error('must be addresses or networks, separated by commas');
      return addresses;
    },
  };
}
