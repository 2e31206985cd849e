import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { showCount, showSize } from '@rowhouse/domain/kernel/formats.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { newCompanyForm } from '@rowhouse/domain/tenants/rules.ts';
import { checkArchive } from '../platform/company-archive/archive-reader.ts';
import { exportCompany } from '../platform/company-archive/export-company.ts';
import { importCompany } from '../platform/company-archive/import-company.ts';
import type { Command } from './command.ts';
import { findTenant, withInstallation } from './open-installation.ts';

const exportUsage = `npm run rowhouse -- company-export COMPANY FILE [--force]

Writes everything of one company into FILE, a .tar.gz: what it has set up, its people by name and email, records with lines,
comments and files, saved views, dashboards, schedules and its whole history. No passwords, second factors, sessions, links
or keys are in it, and nothing of another company.
COMPANY is the name in the address, or the full name.
  --force  writes over FILE when it is there
The company goes on working meanwhile where the database is a server's. Keep the file as you keep the records.`;

export const companyExport: Command = {
  name: 'company-export',
  summary: 'writes everything of one company into a file',
  usage: exportUsage,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false } },
    });
    const [named, target, ...others] = positionals;
    if (named === undefined || target === undefined || others.length > 0) {
      console.error(exportUsage);
      return 1;
    }
    if (existsSync(target) && !values.force)
      throw invalid(`${target} is there already. Add --force to write over it.`);
    const folder = dirname(resolve(target));
    if (!existsSync(folder))
      throw invalid(
        `There is no folder ${folder} to put the file into. Make it first, or name another file.`,
      );
    return withInstallation(async (installation) => {
      const company = await findTenant(installation.database, named);
      if (company === null) throw invalid(`There is no company '${named}'.`);
      const told = await exportCompany(installation, company.id, target);
      const size = showSize(statSync(target).size);
      console.log(
        `${target} holds all of ${company.name}: ${sayCount(told.records, 'record')}, ${sayCount(told.files, 'file')}, ${size}.`,
      );
      if (told.missingFiles > 0)
        console.log(
          `${sayCount(told.missingFiles, 'file')} of it could not be found: only their names are in it.`,
        );
      return 0;
    });
  },
};

const importUsage = `npm run rowhouse -- company-import FILE [--url ADDRESS] [--name NAME] [--moved]

Makes a new company of what company-export wrote, here or in another installation.
  --url   where it stands; without it, where it stood
  --name  what it is called; without it, as it was
  --moved the other one is over: mails on a schedule go out from here. Without it they are paused, for the other one
          sends them, until an administrator resumes them on the page of the company.
People are found by their email. Who has an account here keeps it as it is and gets into the company with it; who has none
gets in after an invitation, or by registering with that email. Nothing is overwritten, and all of it comes in or nothing.`;

export const companyImport: Command = {
  name: 'company-import',
  summary: 'makes a company of what company-export wrote',
  usage: importUsage,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        name: { type: 'string' },
        moved: { type: 'boolean', default: false },
      },
    });
    const [source, ...others] = positionals;
    if (source === undefined || others.length > 0) {
      console.error(importUsage);
      return 1;
    }
    if (!existsSync(source) || !statSync(source).isFile())
      throw invalid(`There is no file '${source}' that can be read.`);
    const archive = await checkArchive(source);
    const { company } = archive.head;
    const parsed = newCompanyForm.safeParse({
      name: values.name ?? company.name,
      url: values.url ?? company.url,
    });
    if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'That cannot be a company.');
    return withInstallation(async (installation) => {
      const { name, url } = parsed.data;
      const told = await importCompany(installation, archive, { name, url, isMove: values.moved });
      console.log(
        `${name} stands at /${url}: ${sayCount(told.records, 'record')}, ${sayCount(told.files, 'file')}, as of ${archive.head.exportedAt.slice(0, 10)}.`,
      );
      console.log(
        `${sayPeople(told.joined)} had an account here, which is as it was; ${sayPeople(told.made)} ${told.made === 1 ? 'is' : 'are'} new and get in once they are invited or register.`,
      );
      if (told.missingFiles > 0)
        console.log(`${sayCount(told.missingFiles, 'file')} could not be found when the archive was made.`);
      if (told.pausedMails > 0)
        console.log(
          `${sayCount(told.pausedMails, 'mail')} on a schedule ${told.pausedMails === 1 ? 'is' : 'are'} paused: an administrator resumes them on the page of the company, once the other one is switched off.`,
        );
      if (told.droppedEntries > 0)
        console.log(
          `${sayCount(told.droppedEntries, 'entry', 'entries')} of its history ${told.droppedEntries === 1 ? 'is' : 'are'} older than this installation keeps.`,
        );
      return 0;
    });
  },
};

const sayCount = (count: number, one: string, many = `${one}s`): string =>
  `${showCount(count)} ${count === 1 ? one : many}`;
const sayPeople = (count: number): string => sayCount(count, 'person', 'people');
