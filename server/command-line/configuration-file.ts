import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeConfiguration } from '@rowhouse/domain/configuration-file/write-file.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { gatherConfiguration } from '../features/configuration-file/gather.ts';
import type { Command } from './command.ts';
import { getTenantConfig, withInstallation } from './open-installation.ts';

export const exportConfiguration: Command = {
  name: 'export-configuration',
  summary: 'writes what a company has set up into a file',
  usage: `npm run rowhouse -- export-configuration [FILE] --tenant T

Writes record types, lists, custom objects, menu, roles, pages of other servers and order forms into FILE as JSON, or
prints them without FILE. The file holds no people, no records and no secrets. Twice the same configuration is the same
file.
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
      const { configuration } = await gatherConfiguration(tenantId, (statements) =>
        database.read({ tenantId, userId: null }, statements),
      );
      const text = writeConfiguration(configuration);
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
