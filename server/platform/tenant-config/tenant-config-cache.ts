import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { configParts, type ConfigPart, type TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Database } from '../database/database.ts';
import { loadConfig } from './load-tenant-config.ts';
import type { LoadedConfig } from './load-tenant-config.ts';

/** What is made from a configuration and lives with it (authorised types, writers, rankings) comes on top of this. */
const usualMostBytes = 96 * 1024 * 1024;

/**
 * The configuration of the tenants seen lately. It is never trusted by age: each request compares its versions with
 * the database's in its own transaction and asks for a newer one here; what has not changed of it is kept. When they are too large together, the one that was
 * not asked for the longest goes first.
 */
export class TenantConfigCache {
  readonly #database: Database;
  readonly #mostBytes: number;
  /** In the order in which they were last asked for. */
  readonly #kept = new Map<TenantId, LoadedConfig>();
  readonly #loading = new Map<TenantId, Promise<TenantConfig | null>>();
  /** When each part's version was first seen here, in milliseconds of this process. */
  readonly #seenAt = new WeakMap<LoadedConfig, Readonly<Record<ConfigPart, number>>>();
  #bytes = 0;

  constructor(database: Database, mostBytes = usualMostBytes) {
    this.#database = database;
    this.#mostBytes = mostBytes;
    // Who answers from then on may have given the same versions to other configurations.
    database.whenLost(() => this.#forget());
  }

  /** The last one loaded, or one loaded now. Null when there is no such tenant. */
  async find(tenantId: TenantId): Promise<TenantConfig | null> {
    const kept = this.#kept.get(tenantId);
    if (kept === undefined) return this.reload(tenantId);
    this.#kept.delete(tenantId);
    this.#kept.set(tenantId, kept);
    return kept.config;
  }

  /** Loads what has changed. A load that began before this call may have read too early, so it is not shared. */
  async reload(tenantId: TenantId): Promise<TenantConfig | null> {
    const earlier = this.#loading.get(tenantId);
    if (earlier !== undefined) {
      await earlier.catch(() => null);
      const joined = this.#loading.get(tenantId);
      if (joined !== undefined && joined !== earlier) return joined;
    }
    const load: Promise<TenantConfig | null> = loadConfig(
      this.#database,
      tenantId,
      this.#kept.get(tenantId) ?? null,
    ).then((loaded) => {
      if (this.#loading.get(tenantId) === load) this.#keep(tenantId, loaded);
      return loaded?.config ?? null;
    });
    this.#loading.set(tenantId, load);
    return load.finally(() => {
      if (this.#loading.get(tenantId) === load) this.#loading.delete(tenantId);
    });
  }

  /**
   * The parts that may have changed since then, as performance.now() counts. None that did is missing; one that was loaded since then for
   * the first time counts as changed.
   */
  partsChangedSince(tenantId: TenantId, since: number): ConfigPart[] {
    const loaded = this.#kept.get(tenantId);
    const seenAt = loaded && this.#seenAt.get(loaded);
    return configParts.filter((part) => seenAt === undefined || seenAt[part] >= since);
  }

  #keep(tenantId: TenantId, loaded: LoadedConfig | null): void {
    const earlier = this.#kept.get(tenantId);
    this.#drop(tenantId);
    if (loaded === null) return;
    this.#kept.set(tenantId, loaded);
    this.#seenAt.set(loaded, this.#whenSeen(loaded, earlier));
    this.#bytes += bytesOf(loaded);
    for (const longestUnused of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes || longestUnused === tenantId) break;
      this.#drop(longestUnused);
    }
  }

  #whenSeen({ config }: LoadedConfig, earlier: LoadedConfig | undefined): Record<ConfigPart, number> {
    const known = earlier && this.#seenAt.get(earlier);
    const now = performance.now();
    const whenSeen = (part: ConfigPart): number =>
      known !== undefined && earlier?.config.versions[part] === config.versions[part] ? known[part] : now;
    return { structure: whenSeen('structure'), people: whenSeen('people'), lists: whenSeen('lists') };
  }

  #forget(): void {
    this.#kept.clear();
    this.#loading.clear();
    this.#bytes = 0;
  }

  #drop(tenantId: TenantId): void {
    const dropped = this.#kept.get(tenantId);
    if (dropped !== undefined) this.#bytes -= bytesOf(dropped);
    this.#kept.delete(tenantId);
  }
}

const bytesOf = ({ structure, people, lists }: LoadedConfig): number =>
  structure.bytes + people.bytes + lists.bytes;
