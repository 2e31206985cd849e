import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { getTenantConfig, withInstallation } from './open-installation.ts';
import { printTable } from './print-table.ts';
import { listMemberships } from './sql.ts';

export const users: Command = {
  name: 'users',
  summary: 'lists who may enter which company, in which role',
  usage: `npm run rowhouse -- users list [--tenant T]

Lists every person with the company, the role and whether they may enter. A star marks roles that administer.`,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { tenant: { type: 'string' } },
    });
    if (positionals.length > 1 || (positionals[0] ?? 'list') !== 'list') {
      console.error(users.usage);
      return 1;
    }
    return withInstallation(async ({ database }) => {
      const tenant =
        values.tenant === undefined ? null : (await getTenantConfig(database, values.tenant)).url;
      const members = (await database.asHome(listMemberships)).filter(
        (member) => tenant === null || member.tenant === tenant,
      );
      const rows = members.map(({ email, name, tenant: url, role, administers, enabled }) => [
        email,
        name,
        url || '-',
        `${role || '-'}${administers ? ' *' : ''}`,
        enabled ? '' : 'disabled',
      ]);
      printTable([['EMAIL', 'NAME', 'COMPANY', 'ROLE', ''], ...rows]);
      return 0;
    });
  },
};
