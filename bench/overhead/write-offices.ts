import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const colours =
  'Amber Azure Coral Crimson Emerald Golden Indigo Ivory Jade Lilac Maroon Olive Pearl Ruby Saffron Scarlet Silver Teal Umber Violet';
const animals =
  'Badger Beaver Curlew Dolphin Falcon Gannet Heron Ibex Jackdaw Kestrel Lynx Marten Newt Otter Plover Raven Sparrow Tern Vole Walrus';
const first = colours.split(' ');
const second = animals.split(' ');

export const officeCount = first.length * second.length;

const nameOf = (index: number) =>
  `${first[index % first.length]} ${second[Math.floor(index / first.length) % second.length]}`;

/** A question that the first sentence of one page answers, and no other page. No two are the same. */
export function questionAbout(index: number): string {
  const asked = `Within how many hours does the ${nameOf(index)} office answer a request?`;
  return index < officeCount ? asked : `For list ${Math.floor(index / officeCount)}: ${asked}`;
}

/** A page for each office, of a few hundred words in sections, as pages of a handbook are. */
export async function writeOffices(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Array.from({ length: officeCount }, async (_, index) => {
      const name = nameOf(index);
      const page = `# ${name} office

The ${name} office answers a request within ${index + 2} hours. Requests are sent by form or by letter, and each is given a number.

## Visitors

Visitors of the ${name} office sign in at the desk and wear a badge with its colour. The desk is open until ${1 + (index % 8)} in the afternoon. Groups of more than ${5 + (index % 20)} people are announced a week before.

## Rooms

Room ${100 + index} is for meetings and holds ${4 + (index % 30)} people. It is booked for two hours at most. The last person to leave switches off the screen and closes the windows.

## Equipment

Laptops are lent out for ${3 + (index % 40)} weeks. What is lost is reported to the ${name} office on the same day, and is replaced within a month.
`;
      await writeFile(join(folder, `office-${index}.md`), page);
    }),
  );
}
