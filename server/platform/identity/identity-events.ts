import { describeIdentityEvent } from '@rowhouse/domain/identity/events.ts';
import type { IdentityEventName } from '@rowhouse/domain/identity/events.ts';
import type { Database, OwnerConnection } from '../database/database.ts';

export type IdentityEvent = {
  /** Null for what happened to no account: an email that nobody has. */
  readonly authUserId: string | null;
  /** Who did it: an email, or 'command line'. */
  readonly actor: string;
  readonly event: IdentityEventName;
  readonly address?: string | null;
  /** Never a secret, a code or a token. `company`: the name of the one that was joined. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
};

export type NotedEvent = { readonly at: Date; readonly what: string; readonly address: string | null };

/** What happened to whose sign-in. Only ever added to. */
export type IdentityEvents = {
  note(event: IdentityEvent): Promise<void>;
  /** The newest first. */
  list(authUserId: string, limit: number): Promise<readonly NotedEvent[]>;
};

export const createIdentityEvents = (database: Database): IdentityEvents => ({
  note: (event) => database.asHome((connection) => noteIdentityEvent(connection, event)),
  list: (authUserId, limit) =>
    database.asHome(async (connection) => {
      const { rows } = await connection.query(
        'select at, event, address, details from identity_event where auth_user_id = $1 order by id desc limit $2',
        [authUserId, limit],
      );
      return rows.flatMap((row) => {
        const details = (row['details'] ?? {}) as Record<string, unknown>;
        const what = describeIdentityEvent(String(row['event']), details);
        const address = row['address'] === null ? null : String(row['address']);
        return what === null ? [] : [{ at: row['at'] as Date, what, address }];
      });
    }),
});

/** Within a transaction that does more. */
export async function noteIdentityEvent(connection: OwnerConnection, event: IdentityEvent): Promise<void> {
  await connection.query(
    'insert into identity_event (auth_user_id, actor, event, address, details) values ($1, $2, $3, $4, $5)',
    [
      event.authUserId,
      event.actor,
      event.event,
      event.address ?? null,
      event.details === undefined ? null : JSON.stringify(event.details),
    ],
  );
}
