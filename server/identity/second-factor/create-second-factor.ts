import { randomBytes } from 'node:crypto';
import { secondFactorNotSetUp } from '@rowhouse/domain/identity/rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, OwnerConnection } from '../../platform/database/database.ts';
import { backupCodesUse, sealUses } from '../../platform/seal-uses.ts';
import { deriveKeys, seal, unseal } from '../../platform/secret.ts';
import type { Secret } from '../../platform/secret.ts';
import type { SecondFactor } from '../../platform/identity/identity-provider.ts';
import { hashBackupCode, newBackupCodes } from './backup-codes.ts';
import { createDevices, forgetAllDevices } from './devices.ts';
import { findStep, newTotpSecret, writeTotpUri } from '../../platform/identity/totp.ts';

export type SecondFactorOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: Secret;
  /** What the authenticator app calls us. */
  readonly issuer?: string;
};

/**
 * The second factor that is kept here. A code is compared first and spent then, by one conditional statement on the
 * person's row: of any number of tries at once, in any number of processes, one spends it.
 */
export function createSecondFactor(options: SecondFactorOptions): SecondFactor {
  const { database, clock, issuer = 'Rowhouse' } = options;
  const { secret: sealing } = options;

  /** Under a key of their own, which is sealed: so they outlive a change of the secret, as no hash of it could. */
  const makeBackupCodes = (authUserId: string) => {
    const codes = newBackupCodes();
    const key = randomBytes(32);
    return {
      codes,
      hashes: codes.map((code) => hashBackupCode(key, authUserId, code)),
      sealedKey: seal(sealing, sealUses.backupCodeKey(authUserId), key.toString('base64url')),
    };
  };

  /** Null in a row whose codes are older than that. */
  function backupCodeKeysOf(authUserId: string, sealedKey: string | null): readonly Buffer[] {
    if (sealedKey === null) return deriveKeys(sealing, backupCodesUse);
    const key = unseal(sealing, sealUses.backupCodeKey(authUserId), sealedKey);
    return key === null ? [] : [Buffer.from(key, 'base64url')];
  }

  return {
    hasBackupCodes: true,
    ...createDevices(options),

    isPreferred: ({ authUserId }) =>
      database.asHome(async (connection) => (await findRow(connection, authUserId))?.preferred === true),

    setUp: ({ authUserId, email }) =>
      database.asHome(async (connection) => {
        const secret = newTotpSecret();
        await connection.query(
          `insert into auth_totp (auth_user_id, pending_secret, created_at) values ($1, $2, $3)
           on conflict (auth_user_id) do update set pending_secret = excluded.pending_secret`,
          [authUserId, seal(sealing, sealUses.totp(authUserId), secret), new Date(clock.now())],
        );
        return { secret, uri: writeTotpUri(issuer, email, secret) };
      }),

    verify: ({ authUserId }, code) =>
      database.asHome(async (connection) => {
        const pending = (await findRow(connection, authUserId))?.pendingSecret ?? null;
        const secret = pending && unseal(sealing, sealUses.totp(authUserId), pending);
        if (secret === null) return { outcome: 'OVER', backupCodes: [] };
        const step = findStep(secret, code, clock.now());
        if (step === null) return { outcome: 'WRONG', backupCodes: [] };
        const { codes, hashes, sealedKey } = makeBackupCodes(authUserId);
        const { rowCount } = await connection.query(
          `update auth_totp set secret = pending_secret, pending_secret = null, preferred = true, last_step = $3,
             backup_codes = $4, verified_at = $5, backup_code_key = $6
           where auth_user_id = $1 and pending_secret = $2`,
          [authUserId, pending, step, hashes, new Date(clock.now()), sealedKey],
        );
        if (rowCount === 0) return { outcome: 'OVER', backupCodes: [] };
        await forgetAllDevices(connection, authUserId);
        return { outcome: 'RIGHT', backupCodes: codes };
      }),

    setPreferred: ({ authUserId }, preferred) =>
      database.asHome(async (connection) => {
        const { rowCount } = await connection.query(
          'update auth_totp set preferred = $2 where auth_user_id = $1 and secret is not null',
          [authUserId, preferred],
        );
        if (rowCount === 0 && preferred) throw secondFactorNotSetUp();
        if (!preferred) await forgetAllDevices(connection, authUserId);
      }),

    spendTotp: ({ authUserId }, code) =>
      database.asHome(async (connection) => {
        const sealed = (await findRow(connection, authUserId))?.secret ?? null;
        const secret = sealed && unseal(sealing, sealUses.totp(authUserId), sealed);
        const step = secret === null ? null : findStep(secret, code, clock.now());
        if (step === null) return 'WRONG';
        const { rowCount } = await connection.query(
          'update auth_totp set last_step = $3 where auth_user_id = $1 and secret = $2 and last_step < $3',
          [authUserId, sealed, step],
        );
        return rowCount > 0 ? 'RIGHT' : 'WRONG';
      }),

    spendBackupCode: ({ authUserId }, code) =>
      database.asHome(async (connection) => {
        const sealedKey = (await findRow(connection, authUserId))?.backupCodeKey ?? null;
        for (const key of backupCodeKeysOf(authUserId, sealedKey)) {
          const { rowCount } = await connection.query(
            `update auth_totp set backup_codes = array_remove(backup_codes, $2)
             where auth_user_id = $1 and $2 = any(backup_codes)`,
            [authUserId, hashBackupCode(key, authUserId, code)],
          );
          if (rowCount > 0) return 'RIGHT';
        }
        return 'WRONG';
      }),

    newBackupCodes: ({ authUserId }) =>
      database.asHome(async (connection) => {
        const { codes, hashes, sealedKey } = makeBackupCodes(authUserId);
        const { rowCount } = await connection.query(
          'update auth_totp set backup_codes = $2, backup_code_key = $3 where auth_user_id = $1 and secret is not null',
          [authUserId, hashes, sealedKey],
        );
        if (rowCount === 0) throw secondFactorNotSetUp();
        return codes;
      }),

    countBackupCodes: ({ authUserId }) =>
      database.asHome(async (connection) => (await findRow(connection, authUserId))?.backupCodeCount ?? 0),

    reset: ({ authUserId }) => database.asHome((connection) => resetSecondFactor(connection, authUserId)),
  };
}

/** Secret, backup codes and devices; also within a transaction that does more. */
export async function resetSecondFactor(connection: OwnerConnection, authUserId: string): Promise<void> {
  await connection.query('delete from auth_totp where auth_user_id = $1', [authUserId]);
  await forgetAllDevices(connection, authUserId);
}

async function findRow(connection: OwnerConnection, authUserId: string) {
  const { rows } = await connection.query(
    `select secret, pending_secret, preferred, backup_code_key, cardinality(backup_codes) as backup_code_count
     from auth_totp where auth_user_id = $1`,
    [authUserId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    secret: row['secret'] as string | null,
    pendingSecret: row['pending_secret'] as string | null,
    preferred: row['preferred'] === true,
    backupCodeKey: row['backup_code_key'] as string | null,
    backupCodeCount: Number(row['backup_code_count']),
  };
}
