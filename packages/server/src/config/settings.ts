import { isAbsolute, join } from 'node:path';

/** One setting: its environment variable, what it means, and how its text is read. A reader throws if the text is invalid. */
export interface Setting<Value> {
  readonly variable: `AVOW_${string}`;
  readonly meaning: string;
  /** As shown on the reference page. */
  readonly defaultText: string;
  readonly secret?: true;
  read(text: string | undefined, all: { readonly dataDir: string }): Value;
}

interface Named {
  readonly variable: `AVOW_${string}`;
  readonly meaning: string;
}

export function numberSetting(
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

export function textSetting(named: Named & { readonly fallback: string }): Setting<string> {
  return { ...named, defaultText: named.fallback, read: (text) => text ?? named.fallback };
}

/** Text of one form only. */
export function matchingText({
  pattern,
  expected,
  ...named
}: Named & {
  readonly fallback: string;
  readonly pattern: RegExp;
  readonly expected: string;
}): Setting<string> {
  return {
    ...textSetting(named),
    read: (text = named.fallback) => {
      if (pattern.test(text)) return text;
      throw new Error(`must be ${expected}`);
    },
  };
}

export function optionalText(named: Named): Setting<string | null> {
  return { ...named, defaultText: 'none', read: (text) => text ?? null };
}

export function secretText(named: Named): Setting<string | null> {
  return { ...optionalText(named), secret: true };
}

/** A secret of this many random bytes, in base64url. */
export function secretSetting(named: Named & { readonly bytes: number }): Setting<string | null> {
  return {
    ...named,
    defaultText: 'none',
    secret: true,
    read: (text) => {
      if (text === undefined) return null;
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length === named.bytes && bytes.toString('base64url') === text) return text;
      throw new Error(`must be ${named.bytes} bytes in base64url`);
    },
  };
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
      return url.href.replace(/\/+$/, '');
    },
  };
}

/** Of PostgreSQL. It may contain a password, and is never printed. */
export function databaseAddress(named: Named): Setting<string | null> {
  return {
    ...named,
    defaultText: 'none',
    secret: true,
    read: (text) => {
      if (text === undefined) return null;
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return text;
      throw new Error('must be an address as postgres://user:password@host:5432/database');
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

/** Origins as browsers send them, or `*` for any. */
export function originList(named: Named): Setting<readonly string[]> {
  return {
    ...named,
    defaultText: 'none',
    read: (text) => {
      const origins = (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const isOrigin = (origin: string) =>
        /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
      if (!origins.every((origin) => origin === '*' || isOrigin(origin)))
        throw new Error('must be origins such as https://app.example.com, separated by commas, or *');
      return origins;
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

/** Absolute paths of folders. */
export function folderList(named: Named): Setting<readonly string[]> {
  return {
    ...named,
    defaultText: 'none',
    read: (text) => {
      const folders = (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      if (folders.some((folder) => !isAbsolute(folder)))
        throw new Error('must be absolute paths of folders, separated by commas');
      return folders;
    },
  };
}
