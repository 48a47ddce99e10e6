import type { LogEventEntry } from '@avow/contract/records';
import { isCode } from '../../design/codes.ts';
import { accountTexts } from '../../texts/account.ts';
import { permissionName } from '../../texts/permissions.ts';
import { recordTexts } from '../../texts/records.ts';

interface Words {
  /** What an operation does; undefined: it is not known. */
  readonly summaryOf: (operationId: string) => string | undefined;
  /** Null: no name is known. */
  readonly nameOf: (id: string) => string | null;
}

interface EventInWords {
  readonly what: string;
  readonly details: readonly string[];
  /** Ids and hashes without a name that is known here. */
  readonly codes: readonly (readonly [name: string, code: string])[];
}

/** What says which operation it was, in events about reading and in those about changing something. */
const operationDetails = ['operation', 'what'];
/** Said elsewhere in the row, or of use to programs alone. */
const unsaid = ['actor_name', 'passkey'];

/** How many they are is said, and not which. */
const counted = ['messages'];

const inWords = (code: string) => code.replaceAll('_', ' ');

/** What happened and what else is to be known of it, without the names that programs have for it. */
export function describeEvent(
  { action, details }: Pick<LogEventEntry, 'action' | 'details'>,
  words: Words,
): EventInWords {
  const summary = operationDetails
    .map((name) => details[name] ?? '')
    .map((operation) => recordTexts.otherReadings[operation] ?? words.summaryOf(operation))
    .find((each) => each !== undefined);
  const said = Object.entries(details)
    .filter(([name, value]) => value !== '' && !unsaid.includes(name))
    .filter(([name]) => summary === undefined || !operationDetails.includes(name))
    .filter(([name]) => name !== 'messages' || details['count'] === undefined);
  const isUnnamed = ([name, value]: readonly [string, string]) =>
    !counted.includes(name) && isCode(value) && value.split(' ').every((id) => words.nameOf(id) === null);
  return {
    what: summary ?? recordTexts.eventActions[action] ?? inWords(action),
    details: said
      .filter((each) => !isUnnamed(each))
      .map(([name, value]) => describeDetail(name, value, words)),
    codes: said
      .filter(isUnnamed)
      .map(([name, value]) => [recordTexts.eventDetails[name] ?? inWords(name), value] as const),
  };
}

function describeDetail(name: string, value: string, { nameOf }: Words): string {
  const parts = value.split(' ');
  switch (name) {
    case 'messages':
      return recordTexts.messageCount(parts.length);
    case 'count':
      return recordTexts.messageCount(Number(value));
    case 'role':
      return `${recordTexts.eventDetails[name]}: ${accountTexts.roles[value] ?? value}`;
    case 'scopes':
      return `${recordTexts.eventDetails[name]}: ${parts.map(permissionName).join(', ')}`;
    case 'scope':
      return `${recordTexts.eventDetails[name]} ${recordTexts.holdScopes[value] ?? value}`;
    case 'changed':
      return `${inWords(name)}: ${parts.map(inWords).join(', ')}`;
    case 'packs':
      return `${recordTexts.eventDetails[name]}: ${parts.map((id) => nameOf(id) ?? id).join(', ')}`;
    default:
      return `${recordTexts.eventDetails[name] ?? inWords(name)}: ${nameOf(value) ?? value}`;
  }
}
