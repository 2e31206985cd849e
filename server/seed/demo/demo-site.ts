import type { OwnerConnection } from '../../platform/database/database.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import type { PersonIds } from './people.ts';

/** What the builder of a demo company is given. */
export type DemoSite = {
  readonly connection: OwnerConnection;
  readonly storage: ObjectStorage;
  readonly people: PersonIds;
  /** An ISO instant. */
  readonly now: string;
};
