import { placeField } from '@rowhouse/domain/projects/rules.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { sayHidden } from '@rowhouse/domain/projects/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../features/identity/use-session.ts';
import { deleteRecordTree, restoreRecords } from '../features/projects/api.ts';
import { DeleteBelow } from '../features/projects/delete-below.tsx';
import { RecordTree } from '../features/projects/record-tree.tsx';
import { nameOf } from '../features/projects/tree-rows.ts';
import { useRecordPath } from '../features/projects/use-record-tree.ts';
import { hrefOfRecordPage } from '../features/records/record-page/record-place.ts';
import type { RecordsBelow } from '../features/records/record-page/record-deeds.ts';
import { refetchAfterWrite } from '../platform/refetch-after-write.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';

type Setting = {
  /** All that the role may see; undefined while they are on their way. */
  readonly fields: readonly { readonly key: string }[] | undefined;
  readonly grants: ReadonlySet<MenuAction>;
  /** Of the page, to come back to. */
  readonly address: string;
};

/** Where a record stands among others: what is above it, and its tree where the role may see one. */
export function useRecordProject(
  recordId: number,
  recordTypeId: number,
  { fields, grants, address }: Setting,
): {
  readonly parents: readonly Crumb[];
  readonly tree: ReactNode;
  readonly below: RecordsBelow | undefined;
} {
  const client = useQueryClient();
  const tenantPath = useSession().tenantPath ?? '';
  const isSeen = fields?.some(({ key }) => key === placeField) === true;
  const path = useRecordPath(recordId, isSeen);
  const hrefOf = (record: { readonly id: number; readonly recordTypeId: number }) =>
    hrefOfRecordPage({
      tenantPath,
      route: 'record-details-viewer',
      recordId: record.id,
      recordTypeId: record.recordTypeId,
    });
  const parents = (path.data?.parents ?? []).map((parent): Crumb =>
    parent === null
      ? { name: sayHidden(1) ?? '' }
      : { name: nameOf(parent), to: hrefOf({ id: parent.id, recordTypeId: parent.recordType.id }) },
  );
  const newRecord = {
    to: `${tenantPath}/create-record?recordTypeId=${recordTypeId}&parentId=${recordId}`,
    state: { previousPath: address },
  };
  const count = path.data?.record.childCount ?? 0;
  const readAgain = () =>
    Promise.all([
      refetchAfterWrite(client, ['records', recordTypeId]),
      refetchAfterWrite(client, ['projects']),
    ]);
  const below: RecordsBelow | undefined =
    count === 0
      ? undefined
      : {
          render: (onChange) => <DeleteBelow key="below" count={count} onChange={onChange} />,
          remove: (record) => deleteRecordTree(record.id, record.version),
          restore: async (deleted) => {
            await restoreRecords(deleted);
            await readAgain();
          },
        };
  return {
    below,
    parents,
    tree: isSeen && (
      <RecordTree
        key={recordId}
        recordId={recordId}
        hrefOf={hrefOf}
        newRecord={grants.has('create records') ? newRecord : null}
      />
    ),
  };
}

/** What a record stands under comes before the record itself. */
export const withParents = (crumbs: readonly Crumb[], parents: readonly Crumb[]): readonly Crumb[] => [
  ...crumbs.slice(0, -1),
  ...parents,
  ...crumbs.slice(-1),
];
