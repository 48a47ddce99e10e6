import { fileURLToPath, pathToFileURL } from 'node:url';
import { chooseCommand } from './choose-command.ts';

/** `npm run bench -- models --seconds 2` begins here, with the group as its first word. */
const [node = '', , group = '', ...given] = process.argv;
const choice = chooseCommand(group, given);
switch (choice.kind) {
  case 'list':
    process.stdout.write(`${choice.text}\n`);
    break;
  case 'unknown':
    process.stderr.write(`${choice.text}\n`);
    process.exitCode = 2;
    break;
  case 'run': {
    const file = fileURLToPath(new URL(`../${choice.command.file}`, import.meta.url));
    // In this process, as if node had been started with the file: signals and exit codes are its own.
    process.argv = [node, file, ...choice.words];
    await import(pathToFileURL(file).href);
    break;
  }
}
