import { parseArgs } from 'node:util';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { readSecret } from '../platform/secret.ts';
import { resealValues } from '../identity/sealed-values.ts';
import type { Command } from './command.ts';
import { withInstallation } from './open-installation.ts';

export const reseal: Command = {
  name: 'reseal',
  summary: 'seals anew what was sealed with the secret before, so that it can be forgotten',
  usage: `SECRET_BEFORE=… npm run rowhouse -- reseal

SECRET (or the file secret in DATA_DIR) is the new secret, SECRET_BEFORE the one before it. Second factors, backup codes,
tokens of providers and keys of embedded dashboards are sealed with the new one, all or none. It can be run again; doctor
says what still stands under the one before. The steps are in docs/operating.md.`,
  async run(words) {
    parseArgs({ args: [...words], options: {} });
    return withInstallation(async ({ config, database }) => {
      const secret = readSecret(config);
      if (typeof secret === 'string') {
        console.error('SECRET_BEFORE is not set: let it name the secret before the current one.');
        return 1;
      }
      const count = await database.asOwnerOfAll((connection) =>
        inTransaction(connection, () => resealValues(connection, secret.current, secret.before)),
      );
      console.log(
        count === 0
          ? 'Nothing stands under the secret before any more.'
          : `${count} ${count === 1 ? 'value was' : 'values were'} sealed anew. Nothing stands under the secret before any more.`,
      );
      return 0;
    });
  },
};
