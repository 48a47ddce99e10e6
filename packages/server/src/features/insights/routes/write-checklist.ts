import type { UnansweredTask, UnansweredTasks } from '@avow/contract/insights';
import { shorten } from '@avow/text';
import { escapeMarks } from '@avow/text/markdown';

const textLengthMax = 300;

/** A task list that a person can paste wherever they keep theirs. */
export function writeChecklist({ from, to, data }: UnansweredTasks): string {
  const heading = `# Unanswered questions, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  const items = data.length === 0 ? ['Nothing is open.'] : data.map(writeItem);
  return `${[heading, ...items].join('\n\n')}\n`;
}

function writeItem({
  question,
  count,
  end_user_count: people,
  phrasings,
  nearest,
  description,
  group_id: id,
}: UnansweredTask): string {
  const often = count === 1 ? 'once' : `${count} times`;
  const by = people === 0 ? '' : people === 1 ? ' by one person' : ` by ${people} people`;
  return [
    `- [ ] **${plain(question)}**`,
    `  - Asked ${often}${by}`,
    ...(phrasings.length === 0
      ? []
      : [`  - Also as: ${phrasings.map((text) => `“${plain(text)}”`).join(', ')}`]),
    `  - Nearest: ${nearest === null ? 'nothing' : plain(nearest.title ?? nearest.document_id)}`,
    `  - To do: ${plain(description)}`,
    `  - Group: \`${id}\``,
  ].join('\n');
}

/** What people wrote stays on its line, and is text: no mark-up of theirs gets into the list. */
function plain(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return escapeMarks(shorten(line, textLengthMax));
}
