/** Something wrong with a file: where, as a JSON pointer, and what. It repeats no value, which may be a secret. */
export interface FileFault {
  readonly pointer: string;
  readonly message: string;
}

/** A location in a file, which reports errors there. */
export interface FilePlace {
  readonly pointer: string;
  fault(message: string): undefined;
  at(name: string | number): FilePlace;
}

/** The value of a field; undefined once an error was reported. */
type FieldReader<Value> = (value: unknown, place: FilePlace) => Value | undefined;

export function startOfFile(onFault: (fault: FileFault) => void, pointer = ''): FilePlace {
  return {
    pointer,
    fault: (message) => {
      onFault({ pointer, message });
      return undefined;
    },
    at: (name) => startOfFile(onFault, `${pointer}/${name}`),
  };
}

export function wholeNumberField({ min, max }: { readonly min: number; readonly max: number }) {
  return (value: unknown, place: FilePlace): number | undefined =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : place.fault(`must be a whole number from ${min} to ${max}`);
}

export function amount({ max }: { readonly max: number }) {
  return (value: unknown, place: FilePlace): number | undefined =>
    typeof value === 'number' && value >= 0 && value <= max
      ? value
      : place.fault(`must be a number from 0 to ${max}`);
}

export function choiceField<const Choice extends string>(choices: readonly Choice[]) {
  return (value: unknown, place: FilePlace): Choice | undefined =>
    choices.find((known) => known === value) ?? place.fault(`must be one of ${choices.join(', ')}`);
}

/** A field of earlier releases: a file that still has it is reported, and not read as if it had an effect. */
export function removed(reason: string) {
  return (_: unknown, place: FilePlace): undefined => place.fault(`was removed, delete it: ${reason}`);
}

export function trueOrFalse(value: unknown, place: FilePlace): boolean | undefined {
  return typeof value === 'boolean' ? value : place.fault('must be true or false');
}

export function matching(pattern: RegExp, rule: string) {
  return (value: unknown, place: FilePlace): string | undefined =>
    typeof value === 'string' && pattern.test(value) ? value : place.fault(`must be ${rule}`);
}

type Fields = Readonly<Record<string, FieldReader<unknown>>>;

/** The fields of an object. For a field that is present but invalid, an error was reported. */
export interface ReadFields<Of extends Fields> {
  readonly read: {
    readonly [Name in keyof Of]: Of[Name] extends FieldReader<infer Value> ? Value | undefined : never;
  };
  has(name: keyof Of & string): boolean;
}

/** Any object may have a comment, which is ignored. */
const commentName = 'comment';

export function readFields<Of extends Fields>(
  value: unknown,
  place: FilePlace,
  fields: Of,
): ReadFields<Of> | undefined {
  if (!isObject(value)) return place.fault('must be an object');
  for (const name of Object.keys(value))
    if (!Object.hasOwn(fields, name)) {
      if (name === commentName) readComment(value[name], place.at(name));
      else faultName(name, place);
    }
  const given = Object.entries(fields).filter(([name]) => Object.hasOwn(value, name));
  const read = Object.fromEntries(given.map(([name, reader]) => [name, reader(value[name], place.at(name))]));
  return { read: read as ReadFields<Of>['read'], has: (name) => Object.hasOwn(value, name) };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readComment(value: unknown, place: FilePlace): void {
  const lines: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!lines.every((line) => typeof line === 'string')) place.fault('must be a text or an array of texts');
}

/** A name is shown only if it consists of words, because a misplaced value may be a key. */
function faultName(name: string, place: FilePlace): void {
  if (/^[A-Za-z_]{1,40}$/.test(name)) place.at(name).fault('is not a known field');
  else place.fault('has an unknown field');
}
