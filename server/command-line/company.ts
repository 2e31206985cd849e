import { parseArgs } from 'node:util';
import { deletionGraceDays } from '@rowhouse/domain/kernel/deletion.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { newCompanyForm, suggestCompanyUrl } from '@rowhouse/domain/tenants/rules.ts';
import { applyTemplate } from '../features/templates/apply-template.ts';
import { companyTemplates, findTemplate } from '../features/templates/list-templates.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { deleteTenant } from '../platform/tenants/delete-tenant.ts';
import { makeCompany } from '../seed/make-company.ts';
import { askLine, isAtTerminal } from './ask.ts';
import type { Command } from './command.ts';
import { findTenant, withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';
import { printTable } from './print-table.ts';
import { findPersonByEmail, isArriving, listCompanies, setCompanyState } from './sql.ts';

const usage = `npm run rowhouse -- company list
npm run rowhouse -- company create --name "Acme" [--url acme] [--template KEY]… [--administrator EMAIL]
npm run rowhouse -- company disable --company C
npm run rowhouse -- company enable --company C
npm run rowhouse -- company delete --company C [--now [--confirm "Its name"]]

create   makes a company, empty or from templates: ${companyTemplates.map(({ key }) => key).join(', ')}
         --url comes from the name when it is not given; --administrator is somebody who has an account here
         (create-admin makes one)
disable  from then on nobody of the company gets in; people read at sign-in that it is switched off
enable   lets them in again, and takes a deletion back
delete   disables the company, and deletes it after ${deletionGraceDays} days: its records, files, settings and history
         --now deletes it at once and for good; its name is asked for, or given with --confirm
--company C is the name in the address, or the full name.`;

export const company: Command = {
  name: 'company',
  summary: 'makes, lists, disables, enables or deletes companies',
  usage,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        url: { type: 'string' },
        template: { type: 'string', multiple: true, default: [] },
        administrator: { type: 'string' },
        company: { type: 'string' },
        now: { type: 'boolean', default: false },
        confirm: { type: 'string' },
      },
    });
    const [action, ...rest] = positionals;
    if (rest.length > 0 || action === undefined) return sayUsage();
    if (action === 'list') return withInstallation(list);
    if (action === 'create') {
      if (values.name === undefined) throw invalid('--name says what the company is called.');
      return create({ ...values, name: values.name });
    }
    const named = values.company;
    if (!['disable', 'enable', 'delete'].includes(action)) return sayUsage();
    if (named === undefined) throw invalid('--company says which company is meant.');
    return withInstallation(async (installation) => {
      const { database } = installation;
      const tenant = await findTenant(database, named);
      if (tenant === null) throw invalid(`There is no company '${named}'.`);
      if (action === 'delete' && values.now) {
        await confirmName(tenant.name, values.confirm);
        await deleteTenant(installation, tenant.id);
        console.log(`${tenant.name} is deleted: its records, files, settings and history.`);
        return 0;
      }
      if (await database.asOwnerOf(tenant.id, (connection) => isArriving(connection, tenant.id)))
        throw invalid(
          `${tenant.name} is being brought in from an archive, or an import of it was cut off: it is not whole. It goes by itself some hours after the import stopped, or at once with 'company delete --now'.`,
        );
      const state = {
        enabled: action === 'enable',
        deleteInDays: action === 'delete' ? deletionGraceDays : null,
      };
      const until = await database.asOwnerOf(tenant.id, (connection) =>
        setCompanyState(connection, tenant.id, state),
      );
      console.log(
        {
          disable: `${tenant.name} is switched off: nobody of it gets in.`,
          enable: `${tenant.name} is switched on.`,
          delete: `${tenant.name} is switched off, and is deleted after ${until?.toISOString().slice(0, 10)}. Until then 'company enable' takes it back.`,
        }[action],
      );
      return 0;
    });
  },
};

function sayUsage(): number {
  console.error(usage);
  return 1;
}

async function list({ database }: Installation): Promise<number> {
  const companies = (await database.inEveryCell(listCompanies)).flat();
  const state = (enabled: boolean, deleteAfter: Date | null): string => {
    if (deleteAfter !== null) return `deleted after ${deleteAfter.toISOString().slice(0, 10)}`;
    return enabled ? '' : 'disabled';
  };
  printTable([
    ['ADDRESS', 'NAME', 'PEOPLE', 'RECORDS', ''],
    ...companies.map(({ url, name, people, records, enabled, deleteAfter }) => [
      url,
      name,
      showCount(people),
      showCount(records),
      state(enabled, deleteAfter),
    ]),
  ]);
  return 0;
}

type Creation = {
  name: string;
  url?: string | undefined;
  template: string[];
  administrator?: string | undefined;
};

async function create(given: Creation): Promise<number> {
  const parsed = newCompanyForm.safeParse({
    name: given.name,
    url: given.url ?? suggestCompanyUrl(given.name),
  });
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'The company cannot be made so.');
  const templates = given.template.map((key) => {
    const template = findTemplate(key);
    const keys = companyTemplates.map((one) => one.key).join(', ');
    if (template === null) throw invalid(`There is no template '${key}'. There is: ${keys}.`);
    return template;
  });
  return withInstallation(async ({ database }) => {
    const made = await database.asOwnerOfAll((connection) =>
      inTransaction(connection, async () => {
        const email = given.administrator?.trim().toLowerCase();
        const person = email === undefined ? null : await findPersonByEmail(connection, email);
        if (email !== undefined && person === null)
          throw invalid(`Nobody has the email ${email} here. 'create-admin' makes the account.`);
        const tenant = await makeCompany(connection, {
          ...parsed.data,
          administrator: person,
          madeBy: null,
        });
        for (const template of templates) await applyTemplate(connection, tenant.id, template);
        return tenant;
      }),
    );
    console.log(`${made.name} stands at /${made.url}.`);
    if (given.administrator === undefined)
      console.log(
        `Nobody administers it yet: npm run rowhouse -- create-admin --tenant ${made.url} --email you@example.com`,
      );
    return 0;
  });
}

async function confirmName(name: string, given: string | undefined): Promise<void> {
  if (given === undefined && !isAtTerminal())
    throw invalid(`Add --confirm "${name}" to delete it for good. Nothing was changed.`);
  const typed =
    given ?? (await askLine(`Everything of ${name} goes, for good. Type its name to delete it: `));
  if (typed !== name) throw invalid(`That is not its name, which is ${name}. Nothing was changed.`);
}
