/** Prints the help and ends the process if `--help` is anywhere on the command line, even where a value should be. */
export function showHelp(text: string, words: readonly string[] = process.argv.slice(2)): void {
  if (!words.includes('--help') && !words.includes('-h')) return;
  process.stdout.write(`${text}\n`);
  process.exit(0);
}
