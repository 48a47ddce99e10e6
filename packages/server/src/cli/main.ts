import { runCli } from './run-cli.ts';
import { hearLostOutput, processTerminal } from './terminal.ts';

hearLostOutput();
process.exitCode = await runCli(process.argv.slice(2), process.env, processTerminal());
