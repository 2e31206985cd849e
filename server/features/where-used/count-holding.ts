import type { HeldRecords } from '@rowhouse/domain/contract.generated.ts';
import { whereUsedBudgetMs } from '@rowhouse/domain/where-used/limits.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Thing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { allWithin } from '../../platform/record-store/count-statements.ts';
import { answerQuestions, questionsOf } from './held-records.ts';
import { readFilledTypes, selectFilledTypes } from './sql.ts';

/** A person may stand in the records of every type: types without any are not asked. */
const fewQuestions = 4;
const findFilledTypes = async ({ tenantId }: TenantConfig, read: MemberContext['read']) =>
  new Set(readFilledTypes((await read([selectFilledTypes(tenantId)])).answers[0]));

/** PostgreSQL's code of a statement that took longer than it may. */
const statementTimeout = '57014';

/** Given up after a while, so that a large company still learns the rest. */
export async function countHolding(
  thing: Thing,
  which: 'holding' | 'empty',
  { config, read }: Pick<MemberContext, 'config' | 'read'>,
): Promise<HeldRecords[]> {
  const all = questionsOf(config, thing, which);
  const filled = all.length < fewQuestions ? null : await findFilledTypes(config, read);
  const questions = all.filter(({ uncounted }) =>
    uncounted.some(({ recordType }) => filled === null || filled.has(recordType.id)),
  );
  if (questions.length === 0) return [];
  const statements = questions.map(({ statement }) => statement);
  const answers = await read(allWithin(statements, whereUsedBudgetMs)).then(
    (found) => found.answers.slice(1, -1),
    (failure: unknown) => {
      if (databaseErrorCode(failure) === statementTimeout) return null;
      throw failure;
    },
  );
  return answerQuestions(questions, answers);
}
