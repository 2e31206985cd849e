import { createHash, randomBytes } from 'node:crypto';
import { deviceLifetimeMs, mostListedDevices } from '@rowhouse/domain/identity/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, OwnerConnection } from '../../platform/database/database.ts';
import type { SecondFactor } from '../../platform/identity/identity-provider.ts';

/** Browsers that were remembered: they skip the code until their time is over. The cookie's token is kept hashed. */
type Devices = Pick<SecondFactor, 'rememberDevice' | 'isRemembered' | 'listDevices' | 'forgetDevice'>;

const longestDeviceName = 200;

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

export function createDevices({ database, clock }: { database: Database; clock: Clock }): Devices {
  const now = () => new Date(clock.now());

  return {
    rememberDevice: ({ authUserId }, { name, address }) =>
      database.asHome(async (connection) => {
        const token = randomBytes(32).toString('base64url');
        const at = now();
        await connection.query(
          `insert into auth_device (auth_user_id, token_hash, name, address, created_at, last_used_at, expires_at)
           values ($1, $2, $3, $4, $5, $5, $6)`,
          [
            authUserId,
            hashToken(token),
            name.slice(0, longestDeviceName),
            address,
            at,
            new Date(at.getTime() + deviceLifetimeMs),
          ],
        );
        // None is remembered that is not listed, and so cannot be forgotten.
        await connection.query(
          `delete from auth_device where auth_user_id = $1 and (expires_at <= $2 or id not in (
             select id from auth_device where auth_user_id = $1 and expires_at > $2
             order by last_used_at desc, created_at desc, id limit $3))`,
          [authUserId, at, mostListedDevices],
        );
        return token;
      }),

    isRemembered: ({ authUserId }, token) =>
      database.asHome(async (connection) => {
        const { rowCount } = await connection.query(
          'update auth_device set last_used_at = $3 where auth_user_id = $1 and token_hash = $2 and expires_at > $3',
          [authUserId, hashToken(token), now()],
        );
        return rowCount > 0;
      }),

    listDevices: ({ authUserId }, currentToken) =>
      database.asHome(async (connection) => {
        const { rows } = await connection.query(
          `select id, name, token_hash = $3 as is_current, created_at, last_used_at, expires_at
           from auth_device where auth_user_id = $1 and expires_at > $2
           order by last_used_at desc, created_at desc, id limit $4`,
          [authUserId, now(), currentToken === null ? '' : hashToken(currentToken), mostListedDevices],
        );
        return rows.map((row) => ({
          id: String(row['id']),
          name: String(row['name']),
          isPresent: row['is_current'] === true,
          createdAt: row['created_at'] as Date,
          lastUsedAt: row['last_used_at'] as Date,
          expiresAt: row['expires_at'] as Date,
        }));
      }),

    forgetDevice: ({ authUserId }, deviceId) =>
      database.asHome(async (connection) => {
        // As text: what is no id at all is a device that is not there.
        const { rowCount } = await connection.query(
          'delete from auth_device where auth_user_id = $1 and id::text = $2',
          [authUserId, deviceId],
        );
        return rowCount > 0;
      }),
  };
}

/** After a change of the password or of the secret: what was proved with the old one is proved no longer. */
export async function forgetAllDevices(connection: OwnerConnection, authUserId: string): Promise<void> {
  await connection.query('delete from auth_device where auth_user_id = $1', [authUserId]);
}
