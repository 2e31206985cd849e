import type { SessionId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from './database/database.ts';

/** Whether the session looks at any company as somebody else: for what enters no company, and so asks no membership. */
export const isViewing = async (database: Database, session: SessionId): Promise<boolean> => {
  const { rows } = await database.asHome((connection) =>
    connection.query('select from auth_session where id = $1 and view_tenant_id is not null', [session]),
  );
  return rows.length > 0;
};
