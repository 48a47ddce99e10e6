import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import { compileCheck } from './compile-check.ts';
import { fullSetup } from './measured-parts.ts';
import { checkAll, type FoundLine, type Measuring, shareFound } from './measuring.ts';
import { deniedTopics, everydayService } from './texts/denied-topics.ts';
import { readOrdinaryQuestions } from './texts/ordinary-questions.ts';
import { readFields } from './texts/topic-questions.ts';

type Entry = GuardrailPolicyGiven['guardrails'][number];
interface Topic {
  readonly name: string;
  readonly description: string;
  readonly examples?: string[];
}

/** Who asks nothing that belongs to any of the denied topics. */
const otherKinds = ['handbook', 'developer', 'government'];

/** With one topic allowed or denied, measures which questions of all of them are found, and which ordinary ones. */
export async function measureTopics(given: Measuring): Promise<FoundLine[]> {
  if (given.parts.encoder === null) return [];
  return [...(await measureFields(given)), await measureDenied(given)];
}

function compileTopic(kind: 'allowed' | 'denied', topic: Topic, { parts }: Measuring) {
  const entry: Entry = {
    ...{ name: 'Topic', check: 'topic', stage: 'input', action: 'block' },
    settings: { [kind]: [topic] },
  };
  return compileCheck(entry, fullSetup(parts).parts);
}

async function measureFields(given: Measuring): Promise<FoundLine[]> {
  const fields = readFields(given.dataFolder, given.size);
  const lines: FoundLine[] = [];
  for (const hasExamples of [true, false])
    for (const kind of ['allowed', 'denied'] as const) {
      const found: boolean[] = [];
      const alarms: boolean[] = [];
      for (const { topic, questions } of fields) {
        const written = hasExamples ? topic : { ...topic, examples: [] };
        const check = compileTopic(kind, written, given);
        if (check === null) continue;
        const own = await checkAll(check, { label: `${topic.name}, ${kind}`, texts: questions });
        const foreign = fields.filter((other) => other.topic !== topic).flatMap((other) => other.questions);
        const others = await checkAll(check, { label: `beside ${topic.name}, ${kind}`, texts: foreign });
        const [toFind, toPass] = kind === 'denied' ? [own, others] : [others, own];
        found.push(...toFind.map(({ isFound }) => isFound));
        alarms.push(...toPass.map(({ isFound }) => isFound));
      }
      const examples = hasExamples ? '' : ', without examples';
      lines.push({
        name: `topic, one ${kind} of ${fields.length} fields${examples}`,
        ...{ wanted: found.length, found: shareFound(found) },
        ...{ ordinary: alarms.length, alarms: shareFound(alarms) },
      });
    }
  return lines;
}

/** Each denied alone, by its name and description. */
async function measureDenied(given: Measuring): Promise<FoundLine> {
  const ordinary = [
    ...everydayService,
    ...readOrdinaryQuestions(given.dataFolder, given.size)
      .filter(({ kind }) => otherKinds.includes(kind))
      .flatMap(({ questions }) => questions),
  ];
  const found: boolean[] = [];
  const alarms: boolean[] = [];
  for (const { name, description, questions } of deniedTopics) {
    const check = compileTopic('denied', { name, description }, given);
    if (check === null) continue;
    const own = await checkAll(check, { label: name, texts: questions });
    const others = await checkAll(check, { label: `beside ${name}`, texts: ordinary });
    found.push(...own.map(({ isFound }) => isFound));
    alarms.push(...others.map(({ isFound }) => isFound));
  }
  return {
    name: `topic, one denied of ${deniedTopics.length} without examples; ordinary questions`,
    ...{ wanted: found.length, found: shareFound(found) },
    ...{ ordinary: alarms.length, alarms: shareFound(alarms) },
  };
}
