import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { OwnerConnection } from '../platform/database/database.ts';

/** Where the builders build. */
export type Site = {
  readonly connection: OwnerConnection;
  readonly tenantId: TenantId;
  readonly bucket: number;
};
