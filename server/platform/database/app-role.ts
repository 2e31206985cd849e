import { ConfigError } from '../config.ts';
import { sayForeseenFault } from '../foreseen-fault.ts';
import type { Database, OwnerConnection } from './database.ts';
import { appRole, databaseErrorCode, tryAppRole } from './open-database.ts';

const oldestPostgres = 170_000;

/**
 * Makes the role where it is missing, and opens it to the user of DATABASE_URL: since PostgreSQL 16 whoever makes a role may
 * give it to others but not take it on. Where this user may do neither, the sentence says what somebody else has to run.
 */
export async function openAppRole(connection: OwnerConnection): Promise<void> {
  await refuseOldPostgres(connection);
  for (let attempt = 1; ; attempt += 1) {
    const why = await whyNoAppRole(connection);
    if (why === null) return;
    const user = await currentUser(connection);
    const grant = `grant ${appRole} to ${user} with inherit false, set true`;
    try {
      if (why === 'missing') await connection.query(`create role ${appRole} nologin`);
      await connection.query(grant);
    } catch (error) {
      const code = databaseErrorCode(error) ?? '';
      if (attempt < 10 && madeBesideUs.has(code)) continue;
      if (code !== notAllowed) throw error;
      throw new ConfigError(
        why === 'missing'
          ? `The user ${user} of DATABASE_URL may not make the role ${appRole}, under which requests run. As a superuser run: create role ${appRole} nologin; ${grant};`
          : `The user ${user} of DATABASE_URL may not take on the role ${appRole}, under which requests run. As a superuser, or as who made that role, run: ${grant};`,
        { cause: error },
      );
    }
    if (attempt >= 10) throw new ConfigError(sayNoAppRole(user));
  }
}

/**
 * Opens the role to the login of requests, where they have one of their own (docs/decisions/115), and refuses a login that
 * could do more than take it on: then it would not be worth having.
 */
export async function openRequestLogin(database: Database, connection: OwnerConnection): Promise<void> {
  const login = await database.requestUser().catch((error: unknown) => {
    const why = sayForeseenFault(error, 'DATABASE_APP_URL');
    throw why === null ? error : new ConfigError(why, { cause: error });
  });
  if (login === null || login === (await currentUser(connection))) return;
  const faults = await listLoginFaults(connection, login);
  if (faults.length > 0)
    throw new ConfigError(
      `The user ${login} of DATABASE_APP_URL ${faults.join(' and ')}, so that requests could do more than they may. Name a user that may connect and nothing else.`,
    );
  try {
    await database.ping();
  } catch (error) {
    if (!isAppRoleRefusal(error)) throw error;
    const grant = `grant ${appRole} to ${login} with inherit false, set true`;
    await connection.query(grant).catch((cause: unknown) => {
      if (databaseErrorCode(cause) !== notAllowed) throw cause;
      throw new ConfigError(
        `The user ${login} of DATABASE_APP_URL may not take on the role ${appRole}, under which requests run. As a superuser, or as who made that role, run: ${grant};`,
        { cause },
      );
    });
    await database.ping();
  }
}

/** What the login of requests could do that it must not, beside taking on their role. */
export async function listLoginFaults(connection: OwnerConnection, login: string): Promise<string[]> {
  const { rows } = await connection.query(
    `select rolsuper, rolbypassrls, pg_has_role(r.oid, current_user, 'MEMBER') as is_owner,
       exists (select from pg_class c where c.relowner = r.oid) as owns
     from pg_roles r where quote_ident(rolname) = $1`,
    [login],
  );
  const [row] = rows;
  return [
    row?.['rolsuper'] === true ? 'is a superuser' : '',
    row?.['rolbypassrls'] === true ? 'may pass over row-level security' : '',
    row?.['is_owner'] === true && row['rolsuper'] !== true ? 'may become the owner' : '',
    row?.['owns'] === true ? 'owns tables' : '',
  ].filter(Boolean);
}

/** Tried, not looked up: what the catalogue says of it has changed from version to version. Null when all is well. */
export async function whyNoAppRole(connection: OwnerConnection): Promise<'missing' | 'refused' | null> {
  try {
    await connection.query(tryAppRole);
    return null;
  } catch (error) {
    if (!isAppRoleRefusal(error)) throw error;
    return databaseErrorCode(error) === notAllowed ? 'refused' : 'missing';
  }
}

/** Whether `tryAppRole` failed because of the role, and not because nobody is there to ask. */
export const isAppRoleRefusal = (error: unknown): boolean =>
  [notAllowed, unknownRole].includes(databaseErrorCode(error) ?? '');

export const sayNoAppRole = (user: string): string =>
  `The user ${user} of DATABASE_URL may not take on the role ${appRole}, so that every request fails. As a superuser, or as who made that role, run: grant ${appRole} to ${user} with inherit false, set true;`;

/** Quoted where its name needs it: it stands in what the operator is told to run. */
export async function currentUser(connection: OwnerConnection): Promise<string> {
  const { rows } = await connection.query('select quote_ident(current_user) as name');
  return String(rows[0]?.['name']);
}

async function refuseOldPostgres(connection: OwnerConnection): Promise<void> {
  const { rows } = await connection.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  if (Number(rows[0]?.['number']) >= oldestPostgres) return;
  throw new ConfigError(
    `The database of DATABASE_URL is PostgreSQL ${String(rows[0]?.['version'])}; Rowhouse needs 17 or newer. Upgrade it, or name another one.`,
  );
}

const notAllowed = '42501';
const unknownRole = '22023';
/** Two databases of one cluster that start at the same moment. */
const madeBesideUs = new Set(['42710', '23505', 'XX000']);
