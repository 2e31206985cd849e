import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { Config } from '../platform/config.ts';
import type { OwnerConnection } from '../platform/database/database.ts';
import { readSecret } from '../platform/secret.ts';
import { countSealedValues } from '../identity/sealed-values.ts';
import { ok, warn } from './finding.ts';
import type { Finding } from './finding.ts';

/** With which secret the values that are sealed in the database open. Makes no secret where there is none. */
export async function judgeSeals(connection: OwnerConnection, config: Config): Promise<Finding[]> {
  if (config.secret === undefined && !existsSync(join(config.dataDir, 'secret'))) return [];
  const secret = readSecret(config);
  const [current, before] = typeof secret === 'string' ? [secret, null] : [secret.current, secret.before];
  const { underBefore, lost } = await countSealedValues(connection, current, before);
  const findings: Finding[] = [];
  if (lost.size > 0)
    findings.push(
      warn(
        `${spell(lost)} were sealed with another secret and open nothing: let SECRET_BEFORE name it, or give them anew`,
      ),
    );
  if (underBefore.size > 0)
    findings.push(
      warn(
        `${spell(underBefore)} still stand under SECRET_BEFORE: npm run rowhouse -- reseal seals them anew`,
      ),
    );
  else if (before !== null)
    findings.push(
      warn(
        'Nothing is sealed with SECRET_BEFORE any more. Sessions that began before the change are over after TOKEN_LIFETIME_HOURS: then leave it out',
      ),
    );
  return findings.length > 0
    ? findings
    : [ok('What is sealed in the database opens with the current secret')];
}

const spell = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${showCount(count)} ${what}`).join(', ');
