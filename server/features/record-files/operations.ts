import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { refuseFile } from '@rowhouse/domain/record-files/rules.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { describeFile } from './describe-file.ts';
import { readFile, readHolders, selectFile, selectHolders } from './sql.ts';

/** A file has no rights of its own: whoever sees a record that holds it, and the field that does, may have it. */
export const recordFilesOperations = (parts: {
  grants: Grants;
  storage: ObjectStorage;
}): Pick<OperationTable, 'getMyRecordFileById'> => ({
  async getMyRecordFileById({ recordFileId }, context) {
    const types = typesThatShowFiles(context);
    const { answers } = await context.read([
      selectFile(recordFileId),
      selectHolders(
        recordFileId,
        types.map((authorised) => authorised.type),
      ),
    ]);
    const file = readFile(answers[0]);
    const holders = readHolders(answers[1]);
    if (file === null || !(await seesAny(context, types, holders))) throw refuseFile();
    return describeFile(file, parts, context);
  },
});

function typesThatShowFiles({ config, viewer }: MemberContext): AuthorisedRecordType[] {
  return [...viewer.recordTypes.keys()]
    .flatMap((id) => findAuthorisedRecordType(config, viewer, id) ?? [])
    .filter((authorised) => !authorised.type.isSuper && authorised.fields.has('recordFile'));
}

/** Asked through the query of records, so that deleted rows and the role's confinement are judged there alone. */
async function seesAny(
  context: MemberContext,
  types: readonly AuthorisedRecordType[],
  holders: readonly { id: number; typeId: number }[],
): Promise<boolean> {
  const statements = types.flatMap((recordType) => {
    const ids = holders.filter((holder) => holder.typeId === recordType.type.id).map((holder) => holder.id);
    if (ids.length === 0) return [];
    return pageStatement(
      {
        recordType,
        enabledOnly: !recordType.maySeeDeleted,
        ids,
        conditions: [],
        search: null,
        sort: [],
        resolve: (criteria, field) =>
          resolveCurrentUser(criteria, field, context.config, context.viewer.userId),
      },
      () => ['id'],
      { offset: 0, limit: 1 },
      null,
    );
  });
  if (statements.length === 0) return false;
  const { answers } = await context.read(statements);
  return answers.some((answer) => answer.rows.length > 0);
}
