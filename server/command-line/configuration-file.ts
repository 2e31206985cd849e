import { readFile, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeConfiguration } from '@rowhouse/domain/configuration-file/write-file.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { Thing } from '@rowhouse/domain/where-used/thing.ts';
import { gatherConfiguration } from '../features/configuration-file/gather.ts';
import { configurationFileOperations } from '../features/configuration-file/operations.ts';
import { createDashboardsOperations } from '../features/dashboards/operations.ts';
import { gridPreferencesOperations } from '../features/grid-preferences/operations.ts';
import { listOperations } from '../features/lists/list-operations.ts';
import { companyMenuOperations } from '../features/menu/company-operations.ts';
import { definitionOperations } from '../features/objects/definition-operations.ts';
import { orderFormOperations } from '../features/order-entry/form-operations.ts';
import { createPortalsOperations } from '../features/portals/operations.ts';
import { designOperations } from '../features/record-types/design-operations.ts';
import { roleAliasesOperations } from '../features/role-aliases/operations.ts';
import { accessTestOperations } from '../features/roles/access-tests.ts';
import { rolesOperations } from '../features/roles/operations.ts';
import { whereUsedOperations } from '../features/where-used/operations.ts';
import { findAwayContext } from '../graphql/away-context.ts';
import type { MemberContext } from '../graphql/operation.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { readSecret } from '../platform/secret.ts';
import { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import { askYes, isAtTerminal } from './ask.ts';
import type { Command } from './command.ts';
import { getTenantConfig, withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';

export const exportConfiguration: Command = {
  name: 'export-configuration',
  summary: 'writes what a company has set up into a file',
  usage: `npm run rowhouse -- export-configuration [FILE] --tenant T

Writes record types, lists, custom objects, menu, roles, pages of other servers, order forms, shared dashboards and
saved views of roles into FILE as JSON, or prints them without FILE. The file holds no people, no records and no
secrets. Twice the same configuration is the same file.
--tenant T is the name in the address, or the full name.`,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { tenant: { type: 'string' } },
    });
    const [path, ...others] = positionals;
    const named = values.tenant;
    if (named === undefined) throw invalid('--tenant says which company is meant.');
    if (others.length > 0) throw invalid(`One file at a time: what is '${others.join(' ')}'?`);
    return withInstallation(async ({ database }) => {
      const { tenantId, name } = await getTenantConfig(database, named);
      const { configuration, leftOut } = await gatherConfiguration(tenantId, (statements) =>
        database.read({ tenantId, userId: null }, statements),
      );
      const text = writeConfiguration(configuration);
      // Beside the file, which may be what is printed.
      for (const sentence of leftOut) console.error(sentence);
      if (path === undefined) {
        console.log(text.trimEnd());
        return 0;
      }
      await writeFile(path, text);
      console.log(`The configuration of ${name} stands in ${path}.`);
      return 0;
    });
  },
};

/** A running server goes on with computed fields by itself. */
const nobody = { wake: () => undefined };

const operationsOf = ({ config }: Installation) =>
  configurationFileOperations(
    {
      ...rolesOperations,
      ...accessTestOperations,
      ...roleAliasesOperations,
      ...designOperations(systemClock, nobody),
      ...listOperations,
      ...definitionOperations,
      ...companyMenuOperations,
      ...createPortalsOperations({ embedOrigins: config.embedOrigins }),
      ...orderFormOperations,
      ...createDashboardsOperations({
        secret: readSecret(config),
        clock: systemClock,
        embedOrigins: config.embedOrigins,
      }),
      ...gridPreferencesOperations,
    },
    nobody,
  );

export const importConfiguration: Command = {
  name: 'import-configuration',
  summary: 'brings what a company has set up up to a file',
  usage: `npm run rowhouse -- import-configuration FILE --tenant T --as EMAIL [options]

  --as EMAIL                   the administrator whom the audit log names
  --dry-run                    says what the file would change, and changes nothing
  --only "Title"               brings this difference, and what it needs; several times for several. Else all.
  --take-away "Title"          switches off what is only here; several times for several. Nothing of it by itself, and never by --yes.
  --answer "Title=Name here"   which thing here the one of the file is; "Title=" for a new one
  --yes                        does not ask first
  --undo-file FILE             writes the way back as a configuration file, which is brought in like any other

What the file does not name stays as it is, but for what is taken away by its title. All of it comes in, or nothing.`,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        as: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        'take-away': { type: 'string', multiple: true, default: [] },
        answer: { type: 'string', multiple: true, default: [] },
        yes: { type: 'boolean', default: false },
        'undo-file': { type: 'string' },
      },
    });
    const [path, ...others] = positionals;
    const { tenant, as: email, 'undo-file': undoPath } = values;
    if (path === undefined || tenant === undefined || email === undefined) {
      console.error(importConfiguration.usage);
      return 1;
    }
    if (others.length > 0) throw invalid(`One file at a time: what is '${others.join(' ')}'?`);
    if (undoPath !== undefined && resolve(undoPath) === resolve(path))
      throw invalid(
        'The way back would be written over the file that is read. Name another with --undo-file.',
      );
    const text = await readFile(path, 'utf8').catch(() => {
      throw invalid(`There is no file '${path}' that can be read.`);
    });
    return withInstallation(async (installation) => {
      const { database } = installation;
      const { tenantId, name, members } = await getTenantConfig(database, tenant);
      const person = [...members.values()].find((member) => member.email === email.trim().toLowerCase());
      const parts = { database, configs: new TenantConfigCache(database), log: createLog('error') };
      const context =
        person === undefined ? null : await findAwayContext(parts, { tenantId, userId: person.id });
      if (context?.viewer.administers !== true)
        throw invalid(`${email} does not administer ${name}. Name somebody who does with --as.`);
      const { compareConfiguration, applyConfiguration } = operationsOf(installation);
      type Compared = { seal: string; differences: Difference[]; left: Left[] };
      const compare = async (answers: readonly Answer[]) =>
        (await compareConfiguration({ data: { text, answers: [...answers] } }, context)) as Compared;
      const open = await compare([]);
      const answers = values.answer.map((said) => readAnswer(said, open.differences));
      const { seal, differences, left } = answers.length === 0 ? open : await compare(answers);
      for (const one of differences) console.log(describe(one));
      for (const one of left) console.log(describeLeft(one));
      const taken = values['take-away'].map((title) => findTaken(title, left));
      const takenAway = taken.map(({ key }) => key);
      for (const sentence of await sayTouched(taken, context)) console.log(sentence);
      if (differences.length + takenAway.length === 0) {
        console.log(`Nothing differs: ${name} has all that the file names.`);
        return 0;
      }
      if (values['dry-run']) return 0;
      const wanted = differences.filter(
        ({ title, state, changes }) =>
          (values.only.length === 0 || values.only.includes(title)) &&
          (state !== 'CHANGED' || changes.length > 0),
      );
      const absent = values.only.find((title) => !differences.some((one) => one.title === title));
      if (absent !== undefined) throw invalid(`There is no difference '${absent}'. Nothing was changed.`);
      const asked = wanted.find(({ state }) => state === 'ASKED');
      if (asked !== undefined)
        throw invalid(
          `Say with --answer "${asked.title}=Name" which one here is meant: ${asked.candidates.map((one) => one.name).join(', ')}; or "${asked.title}=" for a new one. Nothing was changed.`,
        );
      const count = wanted.length + takenAway.length;
      if (count === 0) {
        console.log('Nothing of it can be brought.');
        return 0;
      }
      if (!values.yes && !isAtTerminal()) throw invalid('Add --yes to bring it in. Nothing was changed.');
      if (!values.yes && !(await askYes(`Bring ${count} differences into ${name}?`)))
        throw invalid('Nothing was changed.');
      const chosen = wanted.map(({ key }) => key);
      const data = { text, fileName: basename(path), seal, answers, chosen, takenAway };
      const { applied, undo } = (await applyConfiguration({ data }, context)) as Applied;
      if (undoPath !== undefined) await writeFile(undoPath, undo.text);
      console.log(
        `${applied} ${applied === 1 ? 'difference was' : 'differences were'} brought into ${name}.`,
      );
      if (undoPath !== undefined) console.log(`The way back stands in ${undoPath}.`);
      return 0;
    });
  },
};

type Answer = { key: string; name: string | null };
type Difference = {
  key: string;
  title: string;
  state: 'NEW' | 'CHANGED' | 'ASKED';
  changes: { what: string; before: string; after: string }[];
  stays: string[];
  candidates: { name: string }[];
};

type Left = { title: string; about: string; key: string | null; touches: Thing[] };
type Impacts = { impacts: { name: string; lines: { sentence: string }[] }[] };
type Applied = { applied: number; undo: { text: string } };

/** What is switched off takes from others, in words. */
async function sayTouched(taken: readonly Left[], context: MemberContext): Promise<string[]> {
  const changes = taken.flatMap(({ touches }) =>
    touches.map(({ kind, id, fieldKey }) => ({ kind, id, fieldKey, takes: 'DISABLE' as const })),
  );
  if (changes.length === 0) return [];
  const { impacts } = (await whereUsedOperations.findChangeImpact({ data: { changes } }, context)) as Impacts;
  return impacts.flatMap(({ name, lines }) => [
    `takes away ${name}`,
    ...lines.map(({ sentence }) => `             ${sentence}`),
  ]);
}

const describeLeft = ({ title, about }: Left): string =>
  `only here  ${title}${about === '' ? '' : ` (${about.toLowerCase()})`}`;

function findTaken(title: string, left: readonly Left[]): Left & { readonly key: string } {
  const called = left.filter((one) => one.title === title && one.key !== null);
  const [found, another] = called;
  if (found?.key == null)
    throw invalid(`'${title}' is nothing that is only here and can be taken away. Nothing was changed.`);
  if (another !== undefined)
    throw invalid(
      `More than one thing is called '${title}'. Switch it off on its page. Nothing was changed.`,
    );
  return { ...found, key: found.key };
}

function readAnswer(said: string, differences: readonly Difference[]): Answer {
  const at = said.lastIndexOf('=');
  const found = differences.find(({ title, state }) => state === 'ASKED' && title === said.slice(0, at));
  if (at < 0 || found === undefined) throw invalid(`Nothing is asked about '${said}'. Nothing was changed.`);
  return { key: found.key, name: said.slice(at + 1) || null };
}

const stateWords = { NEW: 'new      ', CHANGED: 'changed  ', ASKED: 'to answer' } as const;

const describe = ({ title, state, changes, stays }: Difference): string =>
  [
    `${stateWords[state]}  ${title}`,
    ...changes.map(({ what, before, after }) => `             ${what}: ${before} -> ${after}`),
    ...stays.map((sentence) => `             ${sentence}`),
  ].join('\n');
