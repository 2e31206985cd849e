import { parseArgs } from 'node:util';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { systemClock } from '../platform/clock.ts';
import { seedDemoOnce } from '../seed/demo.ts';
import { sayOpenDemo } from '../seed/open-demo-accounts.ts';
import { generateRecords } from '../seed/generate-records.ts';
import type { Command } from './command.ts';
import { getRecordType, getTenantConfig, withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';
import { perSecond, startProgress } from './progress.ts';

const mostRecords = 20_000_000;

export const seed: Command = {
  name: 'seed',
  summary: 'makes the demo companies, or many records of one type',
  usage: `npm run rowhouse -- seed
npm run rowhouse -- seed --records N --tenant T --record-type R

Without options: the demo companies, in a database that has no company yet. With NODE_ENV=production their passwords are random
and shown once; otherwise they are those that everybody knows.
  --records N      adds N made-up records instead, numbered on from the highest
  --tenant T       the company, by the name in its address
  --record-type R  the record type, by its name`,
  async run(words) {
    const { values } = parseArgs({
      args: [...words],
      options: {
        records: { type: 'string' },
        tenant: { type: 'string' },
        'record-type': { type: 'string' },
      },
    });
    if (values.records === undefined) return withInstallation(seedDemo);
    const count = Number(values.records.replaceAll(/[,_]/g, ''));
    if (!Number.isInteger(count) || count < 1 || count > mostRecords)
      throw invalid(`--records takes a whole number from 1 to ${showCount(mostRecords)}.`);
    const { tenant, 'record-type': typeName } = values;
    if (tenant === undefined || typeName === undefined)
      throw invalid('--records needs --tenant and --record-type.');
    return withInstallation(async ({ database }) => {
      const config = await getTenantConfig(database, tenant);
      const recordType = getRecordType(config, typeName);
      const progress = startProgress(count);
      const startedAt = performance.now();
      const words = (made: number) =>
        `${showCount(made)} of ${showCount(count)} records, ${perSecond(made, performance.now() - startedAt)}`;
      await generateRecords({
        database,
        config,
        recordType,
        count,
        today: dayAt(systemClock.now(), 'UTC'),
        onProgress: (made) => progress.tell(made, words(made)),
      });
      progress.stop();
      console.log(`${showCount(count)} records were added to ${recordType.name} of ${config.name}.`);
      return 0;
    });
  },
};

async function seedDemo({ config, ...parts }: Installation): Promise<number> {
  const withRandomPasswords = config.mode === 'production';
  const accounts = await seedDemoOnce({ ...parts, withRandomPasswords });
  if (accounts.length === 0) {
    console.error('This database has companies already. The demo is only made in one that has none.');
    return 1;
  }
  console.log('The demo companies are made. Sign in as:');
  for (const { email, password, what } of accounts) console.log(`  ${email}  ${password}  ${what}`);
  console.log(
    withRandomPasswords
      ? 'These passwords are shown this once.'
      : sayOpenDemo(accounts.map(({ email }) => email)),
  );
  return 0;
}
