/** The yes or no that an answer begins with; null: it begins with neither, as "No more than two" does. */
export function spokenVerdict(answer: string): 'yes' | 'no' | null {
  const word = /^(yes|no)(?:\s*[,;:!–—]|\.(?!\s*\d)|$)/iu.exec(answer)?.[1]?.toLowerCase();
  return word === 'yes' || word === 'no' ? word : null;
}
