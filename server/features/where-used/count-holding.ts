import type { HeldRecords } from '@rowhouse/domain/contract.generated.ts';
import { whereUsedBudgetMs } from '@rowhouse/domain/where-used/limits.ts';
import type { Thing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { within } from '../../platform/record-store/count-statements.ts';
import { answerQuestions, questionsOf } from './held-records.ts';

/** PostgreSQL's code of a statement that took longer than it may. */
const statementTimeout = '57014';

/** Given up after a while, so that a large company still learns the rest. */
export async function countHolding(
  thing: Thing,
  which: 'holding' | 'empty',
  { config, read }: Pick<MemberContext, 'config' | 'read'>,
): Promise<HeldRecords[]> {
  const questions = questionsOf(config, thing, which);
  if (questions.length === 0) return [];
  const statements = questions.flatMap(({ statement }) => within(statement, whereUsedBudgetMs));
  const answers = await read(statements).then(
    (found) => questions.map((_, at) => found.answers[at * 3 + 1]),
    (failure: unknown) => {
      if (databaseErrorCode(failure) === statementTimeout) return null;
      throw failure;
    },
  );
  return answerQuestions(questions, answers);
}
