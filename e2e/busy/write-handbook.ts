import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A handbook that nobody has asked about yet, and questions that its pages answer. */
export interface Handbook {
  readonly folder: string;
  readonly questions: readonly string[];
}

const allTowns = [
  'Aberdeen Bristol Cardiff Derby Exeter Falkirk Glasgow Hull Ipswich Jarrow Kendal Leeds Margate Norwich Oxford Perth',
  'Reading Salford Truro Ullapool',
].flatMap((line) => line.split(' '));

interface Topic {
  readonly title: string;
  readonly text: (town: string, number: number) => string;
  readonly question: (town: string) => string;
}

const topics: readonly Topic[] = [
  {
    title: 'Opening hours',
    text: (town, number) =>
      `The ${town} office opens at ${6 + (number % 4)}:${number % 2 === 0 ? '00' : '30'} on working days and closes at ${17 + (number % 4)}:00. Anybody who needs to be inside later than that books a late pass with the front desk before noon.`,
    question: (town) => `When does the ${town} office open on working days?`,
  },
  {
    title: 'Parking',
    text: (town, number) =>
      `There are ${20 + number * 3} parking spaces behind the ${town} building. A space costs ${number + 2} pounds a day, which is taken from pay at the end of the month. Bicycles are kept in the yard without charge.`,
    question: (town) => `What does a parking space in ${town} cost?`,
  },
  {
    title: 'Visitors',
    text: (town, number) =>
      `Visitors to ${town} are announced ${number + 1} days ahead on the visitor page. The host meets them at the door, and they wear a badge of the colour of the day until they leave. Nobody brings visitors to the laboratory.`,
    question: (town) => `How early must visitors to ${town} be announced?`,
  },
  {
    title: 'Equipment',
    text: (town, number) =>
      `Laptops of ${town} are replaced every ${3 + (number % 3)} years by the equipment desk in room ${100 + number}. A broken screen is reported within two days, and a spare is lent until the repair has been made.`,
    question: (town) => `In which room is the equipment desk of ${town}?`,
  },
  {
    title: 'Meals',
    text: (town, number) =>
      `The canteen in ${town} serves lunch from 11:30 until 14:00. A meal costs ${3 + (number % 5)} pounds ${10 + number} and is paid by badge. Allergies are reported to the kitchen by mail the day before.`,
    question: (town) => `How much is lunch in the ${town} canteen?`,
  },
  {
    title: 'Fire drills',
    text: (town, number) =>
      `In ${town} a fire drill is held every ${2 + (number % 6)} months. Everybody leaves by the nearest stairs and meets at point ${String.fromCharCode(65 + (number % 20))} in the park, where the wardens count. Lifts are not used.`,
    question: (town) => `How often is a fire drill held in ${town}?`,
  },
  {
    title: 'Training',
    text: (town, number) =>
      `Each person in ${town} has a training budget of ${500 + number * 25} pounds a year. Courses are chosen with the team lead in January, and what was not spent by the end of November is given to others.`,
    question: (town) => `What is the training budget of a person in ${town}?`,
  },
  {
    title: 'Post',
    text: (town, number) =>
      `Post in ${town} is collected at ${14 + (number % 4)}:15 by the porter. Parcels that weigh more than ${5 + number} kilograms are sent by the depot, with a form that names the cost centre and the person who receives them.`,
    question: (town) => `At what time is post collected in ${town}?`,
  },
  {
    title: 'Home working',
    text: (town, number) =>
      `People of ${town} may work from home up to ${1 + (number % 4)} days a week. The days are agreed with the team on Friday for the week after, and a desk that is not used is lent to somebody else.`,
    question: (town) => `How many days a week may people of ${town} work from home?`,
  },
  {
    title: 'Lost badges',
    text: (town, number) =>
      `A badge that is lost in ${town} is reported to security within ${1 + (number % 9)} hours by phone. The badge is then locked, and a new one costs ${number + 5} pounds if it is the second within a year.`,
    question: (town) => `Within how many hours is a lost badge reported in ${town}?`,
  },
];

/** One page for each town, with a section for each topic: 200 questions, and as many passages that are alike, unless fewer are wanted. */
export async function writeHandbook(folder: string, pages = allTowns.length): Promise<Handbook> {
  await mkdir(folder, { recursive: true });
  const towns = allTowns.slice(0, pages);
  for (const [number, town] of towns.entries()) {
    const sections = topics.map(({ title, text }) => `## ${title}\n\n${text(town, number)}\n`);
    await writeFile(join(folder, `${town.toLowerCase()}.md`), `# ${town}\n\n${sections.join('\n')}`);
  }
  const questions = topics.flatMap(({ question }) => towns.map((town) => question(town)));
  return { folder, questions };
}
