import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Database } from '../database/database.ts';
import { loadTenantConfig } from './load-tenant-config.ts';

const mostTenants = 200;

/**
 * The configuration of the tenants seen lately. It is never trusted by age: each request compares its version with
 * the database's in its own transaction and asks for a newer one here.
 */
export class TenantConfigCache {
  readonly #database: Database;
  readonly #present = new Map<TenantId, TenantConfig>();
  readonly #loading = new Map<TenantId, Promise<TenantConfig | null>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The last one loaded, or one loaded now. Null when there is no such tenant. */
  async find(tenantId: TenantId): Promise<TenantConfig | null> {
    return this.#present.get(tenantId) ?? this.reload(tenantId);
  }

  /** Loads anew. A load that began before this call may have read too early, so it is not shared. */
  async reload(tenantId: TenantId): Promise<TenantConfig | null> {
    const earlier = this.#loading.get(tenantId);
    if (earlier !== undefined) {
      await earlier.catch(() => null);
      const joined = this.#loading.get(tenantId);
      if (joined !== undefined && joined !== earlier) return joined;
    }
    const load = loadTenantConfig(this.#database, tenantId).then((config) => {
      this.#keep(tenantId, config);
      return config;
    });
    this.#loading.set(tenantId, load);
    return load.finally(() => {
      if (this.#loading.get(tenantId) === load) this.#loading.delete(tenantId);
    });
  }

  #keep(tenantId: TenantId, config: TenantConfig | null): void {
    this.#present.delete(tenantId);
    if (config === null) return;
    this.#present.set(tenantId, config);
    const oldest = this.#present.keys().next();
    if (this.#present.size > mostTenants && !oldest.done) this.#present.delete(oldest.value);
  }
}
