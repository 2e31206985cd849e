// npm run rowhouse -- <command>: what is done to an installation from its own machine.
import { loadEnvironmentFile } from '../platform/config.ts';
import { keepFilesPrivate } from '../platform/data-folder.ts';
import { sayForeseenFault } from '../platform/foreseen-fault.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { company } from './company.ts';
import { companyExport, companyImport } from './company-archive.ts';
import { exportConfiguration, importConfiguration } from './configuration-file.ts';
import { createAdmin } from './create-admin.ts';
import { doctor } from './doctor.ts';
import { importFile } from './import-file.ts';
import { reseal } from './reseal.ts';
import { resetMfa } from './reset-mfa.ts';
import { restore } from './restore.ts';
import { seed } from './seed.ts';
import { users } from './users.ts';

const commands: readonly Command[] = [
  seed,
  importFile,
  company,
  companyExport,
  companyImport,
  exportConfiguration,
  importConfiguration,
  createAdmin,
  users,
  resetMfa,
  reseal,
  backup,
  restore,
  doctor,
];

const help = `Rowhouse, from the machine that it runs on.

  npm run rowhouse -- <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(22)}${summary}`).join('\n')}

  npm run rowhouse -- <command> --help says more of one.
It works on the same data as the server: DATA_DIR for the embedded database, DATABASE_URL for another.`;

export async function runCommand(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(help);
    return name === undefined ? 1 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    console.error(`There is no command '${name}'.\n\n${help}`);
    return 1;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(command.usage);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    const sentence = sayForeseenFault(error);
    if (sentence === null) throw error;
    console.error(sentence);
    return 1;
  }
}

/** What npm run rowhouse -- … does: the words are read, and the exit code set. */
export async function main(): Promise<void> {
  keepFilesPrivate();
  // As the start does: else a command would work on other data than the server.
  loadEnvironmentFile();
  process.exitCode = await runCommand(process.argv.slice(2));
}
