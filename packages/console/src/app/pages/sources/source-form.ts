import { splitList } from '../../design/split-list.ts';
import { sourceTexts } from '../../texts/sources.ts';

/** A setting of a connection, or a credential, as a form shows it. */
export interface SourceField {
  readonly name: string;
  readonly look: 'text' | 'url' | 'number' | 'lines' | 'choice' | 'map' | 'secret' | 'secret-lines';
  readonly isRequired?: boolean;
  /** Of a choice; the first is the default. */
  readonly options?: readonly string[];
}

export interface SourceForm {
  readonly settings: readonly SourceField[];
  readonly credentials: readonly SourceField[];
}

/** What is typed into a form, by the names of its fields. */
export type FormValues = Readonly<Record<string, string>>;

const required = (name: string, look: SourceField['look'] = 'text'): SourceField => ({
  name,
  look,
  isRequired: true,
});
const text = (name: string): SourceField => ({ name, look: 'text' });
const choice = (name: string, ...options: string[]): SourceField => ({ name, look: 'choice', options });
const secret = (name: string): SourceField => ({ name, look: 'secret' });

const access = [choice('access', 'groups', 'mapped', 'ignore'), { name: 'access_map', look: 'map' }] as const;
const endpoints = [
  { name: 'endpoint', look: 'url' },
  { name: 'login_endpoint', look: 'url' },
] as const;
const basic = [text('username'), secret('token')];
const application = [text('directory_id'), text('client_id'), secret('client_secret'), secret('token')];

/** The settings that people choose; others have their defaults, and are kept when a source is changed. */
export const sourceForms: Readonly<Record<string, SourceForm>> = {
  website: {
    settings: [
      required('url', 'url'),
      choice('discovery', 'auto', 'sitemap', 'links'),
      { name: 'include', look: 'lines' },
      { name: 'exclude', look: 'lines' },
      { name: 'pages_max', look: 'number' },
    ],
    credentials: basic,
  },
  git: { settings: [required('url', 'url'), text('branch'), text('path')], credentials: basic },
  s3: {
    settings: [required('bucket'), text('region'), text('prefix'), { name: 'endpoint', look: 'url' }],
    credentials: [text('access_key_id'), secret('secret_access_key'), secret('session_token')],
  },
  folder: { settings: [required('path')], credentials: [] },
  feed: { settings: [required('url', 'url'), choice('content', 'entry', 'page')], credentials: basic },
  confluence: {
    settings: [
      required('url', 'url'),
      choice('edition', 'cloud', 'data_center'),
      required('space'),
      ...access,
    ],
    credentials: basic,
  },
  sharepoint: {
    settings: [required('url', 'url'), text('library'), text('path'), ...access, ...endpoints],
    credentials: application,
  },
  onedrive: {
    settings: [required('user'), text('path'), ...access, ...endpoints],
    credentials: application,
  },
  google_drive: {
    settings: [required('folder_id'), text('subject'), ...access, { name: 'endpoint', look: 'url' }],
    credentials: [text('client_email'), { name: 'private_key', look: 'secret-lines' }, secret('token')],
  },
};

const emptyForm: SourceForm = { settings: [], credentials: [] };
export const formOf = (kind: string): SourceForm => sourceForms[kind] ?? emptyForm;

const everyone = '*';

interface Mapping {
  readonly principal: string;
  readonly group: string | null;
}

/** A connection as it is sent: what is empty keeps its default. Throws if a line of a mapping cannot be read. */
export function readConnection(
  kind: string,
  values: FormValues,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const { settings } = formOf(kind);
  const shown = new Set(settings.map(({ name }) => name));
  const kept = Object.entries(before).filter(([name]) => !shown.has(name));
  const given = settings.flatMap(({ name, look }) => {
    const typed = values[name]?.trim() ?? '';
    return typed === '' ? [] : [[name, toValue(look, typed)] as const];
  });
  return { ...Object.fromEntries([...kept, ...given]), kind };
}

function toValue(look: SourceField['look'], typed: string): unknown {
  if (look === 'number') return Number(typed);
  if (look === 'lines') return splitList(typed, '\n');
  if (look === 'map') return splitList(typed, '\n').map(toMapping);
  return typed;
}

function toMapping(line: string): Mapping {
  const at = line.lastIndexOf('=');
  const [principal, group] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
  if (principal === '' || group === '') throw new Error(sourceTexts.wrongMap(line));
  return { principal, group: group === everyone ? null : group };
}

export function toValues(connection: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(connection).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(toLine).join('\n') : value == null ? '' : String(value),
    ]),
  );
}

function toLine(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { principal, group } = entry as Mapping;
  return `${principal} = ${group ?? everyone}`;
}

/** Null: none were given. */
export function toCredentials(kind: string, values: FormValues): Record<string, string> | null {
  const given = formOf(kind).credentials.flatMap(({ name }) => {
    const typed = values[name]?.trim() ?? '';
    return typed === '' ? [] : [[name, typed] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}
