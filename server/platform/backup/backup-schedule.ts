import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import type { BackupConfig } from '../config.ts';
import type { Log } from '../log.ts';
import type { TakenBackup } from './take-backup.ts';

const lookEveryMs = 60_000;
const nameOf = (at: number): string =>
  `rowhouse-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;
const named = /^rowhouse-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/;

const leftover = /^(rowhouse-[\dTZ:-]+\.tar\.gz\.unchecked.*|trying-restore-\w+)$/;

/** Of the folder the backups that a schedule made, the oldest first. */
export function listBackups(folder: string): { readonly path: string; readonly madeAt: number }[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hour, minute, second] = named.exec(name) ?? [];
      if (day === undefined) return [];
      return { path: join(folder, name), madeAt: Date.parse(`${day}${hour}:${minute}:${second}Z`) };
    })
    .toSorted((one, other) => one.madeAt - other.madeAt);
}

/**
 * A backup into the folder whenever the newest is old enough, each brought back into a fresh folder before it counts; of
 * those that could be, the newest are kept. One that could not be is thrown away and told, and the old ones stay.
 */
export function startBackupSchedule(
  { folder, everyMs, keep }: BackupConfig,
  parts: {
    takeBackup(target: string): Promise<TakenBackup>;
    /** Brings it back into a fresh folder; throws what is wrong with it. */
    tryBackup(path: string): Promise<void>;
    clock: Clock;
    log: Log;
  },
): { stop(): void } {
  const { takeBackup, tryBackup, clock, log } = parts;
  let isLooking = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const newest = listBackups(folder).at(-1);
      if (newest !== undefined && clock.now() - newest.madeAt < everyMs) return;
      await make();
    } catch (error) {
      log.error({ err: error, folder }, 'a backup by schedule failed');
    } finally {
      isLooking = false;
    }
  }

  async function make(): Promise<void> {
    const target = join(resolve(folder), nameOf(clock.now()));
    const unchecked = `${target}.unchecked`;
    try {
      const { bytes, pausedMs } = await takeBackup(unchecked);
      await tryBackup(unchecked);
      renameSync(unchecked, target);
      log.info(
        { backup: target, bytes, pausedMs: Math.round(pausedMs) },
        'a backup was made and brought back for a try',
      );
    } finally {
      rmSync(unchecked, { force: true });
    }
    for (const { path } of listBackups(folder).slice(0, -keep)) rmSync(path, { force: true });
  }

  // Of a process that was killed in the middle.
  if (existsSync(folder))
    for (const name of readdirSync(folder).filter((one) => leftover.test(one)))
      rmSync(join(folder, name), { recursive: true, force: true });
  const timer = setInterval(() => void look(), lookEveryMs);
  void look();
  return { stop: () => clearInterval(timer) };
}
