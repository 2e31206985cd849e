import type { OwnerConnection } from '../platform/database/database.ts';
import { backupCodesUse, sealUses } from '../platform/seal-uses.ts';
import { deriveKey, seal, unseal } from '../platform/secret.ts';

/** What stands sealed in the database for longer than a sign-in takes, and how it is sealed anew when the secret changes. */

type Place = {
  readonly what: string;
  /** Of each: id, owner, sealed. */
  readonly select: string;
  /** By id, what it becomes and what it was: who changed it meanwhile is not undone. */
  readonly update: string;
  purposeOf(owner: string): string;
};

const totpColumn = (what: string, column: string, purposeOf: Place['purposeOf']): Place => ({
  what,
  select: `select auth_user_id as id, auth_user_id as owner, ${column} as sealed from auth_totp where ${column} is not null`,
  update: `update auth_totp set ${column} = $2 where auth_user_id = $1 and ${column} = $3`,
  purposeOf,
});

const places: readonly Place[] = [
  totpColumn('second factors', 'secret', sealUses.totp),
  totpColumn('second factors', 'pending_secret', sealUses.totp),
  totpColumn('keys of backup codes', 'backup_code_key', sealUses.backupCodeKey),
  {
    what: 'tokens of providers',
    select:
      'select id, "userId" as owner, provider_tokens as sealed from auth_session where provider_tokens is not null',
    update: 'update auth_session set provider_tokens = $2 where id = $1 and provider_tokens = $3',
    purposeOf: sealUses.providerTokens,
  },
  {
    what: 'keys of embedded dashboards',
    select:
      'select id::text, tenant_id::text as owner, sealed_key as sealed from dashboard where sealed_key is not null',
    update: 'update dashboard set sealed_key = $2 where id = $1::bigint and sealed_key = $3',
    purposeOf: (owner) => sealUses.dashboardKey(Number(owner)),
  },
];

export type SealedValues = {
  /** By what they are. */
  readonly underBefore: ReadonlyMap<string, number>;
  /** Sealed with yet another secret: they open nothing. */
  readonly lost: ReadonlyMap<string, number>;
};

/** @param before null where no secret before the current one is known */
export async function countSealedValues(
  connection: OwnerConnection,
  current: string,
  before: string | null,
): Promise<SealedValues> {
  const [underBefore, lost] = [new Map<string, number>(), new Map<string, number>()];
  const count = (into: Map<string, number>, what: string, number = 1): void => {
    if (number > 0) into.set(what, (into.get(what) ?? 0) + number);
  };
  for (const { what, select, purposeOf } of places) {
    for (const { owner, sealed } of await readAll(connection, select)) {
      if (unseal(current, purposeOf(owner), sealed) !== null) continue;
      const opens = before !== null && unseal(before, purposeOf(owner), sealed) !== null;
      count(opens ? underBefore : lost, what);
    }
  }
  if (before !== null)
    count(underBefore, 'sets of backup codes', (await listOldBackupCodes(connection)).length);
  return { underBefore, lost };
}

/** Answers how many were sealed anew. What opens with neither stays as it is. */
export async function resealValues(
  connection: OwnerConnection,
  current: string,
  before: string,
): Promise<number> {
  let count = 0;
  for (const { select, update, purposeOf } of places) {
    for (const { id, owner, sealed } of await readAll(connection, select)) {
      if (unseal(current, purposeOf(owner), sealed) !== null) continue;
      const text = unseal(before, purposeOf(owner), sealed);
      if (text === null) continue;
      count += (await connection.query(update, [id, seal(current, purposeOf(owner), text), sealed])).rowCount;
    }
  }
  const key = deriveKey(before, backupCodesUse).toString('base64url');
  for (const id of await listOldBackupCodes(connection)) {
    const { rowCount } = await connection.query(
      'update auth_totp set backup_code_key = $2 where auth_user_id = $1 and backup_code_key is null',
      [id, seal(current, sealUses.backupCodeKey(id), key)],
    );
    count += rowCount;
  }
  return count;
}

/** Of before each person had a key for them: they can only have been made with the secret before. */
async function listOldBackupCodes(connection: OwnerConnection): Promise<string[]> {
  const { rows } = await connection.query(
    'select auth_user_id as id from auth_totp where backup_code_key is null and cardinality(backup_codes) > 0',
  );
  return rows.map(({ id }) => String(id));
}

async function readAll(connection: OwnerConnection, select: string) {
  const { rows } = await connection.query(select);
  return rows.map(({ id, owner, sealed }) => ({
    id: String(id),
    owner: String(owner),
    sealed: String(sealed),
  }));
}
