import type { SessionView } from '@rowhouse/domain/access/view-as.ts';
import type { SessionId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { flag, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const begun = row({
  isBegun: flag.at('begun'),
  since: text.as((stored) => new Date(stored).toISOString()).at('now()'),
});
export const readBegun = (answer: Answer | undefined) => begun.get(answer);

/** Of the acting person's own session; a trigger audits it, and tells the person. */
export const beginViewAs = (session: SessionId, { roleId, userId }: SessionView): Statement => ({
  text: `select ${begun.columns} from begin_view_as($1, $2, $3) as begun`,
  values: [session, roleId, userId],
});

/** Of the session itself, whatever company it is in. False where there was nothing to end. */
export const endViewAs = async (database: Database, session: SessionId): Promise<boolean> => {
  const { rowCount } = await database.asHome((connection) =>
    connection.query(
      `update auth_session set view_tenant_id = null, view_role_id = null, view_user_id = null, view_since = null
       where id = $1 and view_tenant_id is not null`,
      [session],
    ),
  );
  return rowCount > 0;
};
