import { selectionCap } from '@rowhouse/domain/records/limits.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { viewerZone } from '../../platform/clock.ts';
import { request } from '../../platform/graphql/request.ts';

const treeParts = graphql(`
  fragment TreeRecordParts on TreeRecord {
    id
    version
    recordType {
      id
      name
    }
    recordNumber
    description
    status {
      id
      name
    }
    dueDate
    updatedAt
    level
    enabled
    childCount
    mayPlace
  }
`);

const childrenDocument = graphql(
  `
    query ChildRecords($data: FindChildRecordsInput!) {
      findChildRecords(data: $data) {
        records {
          ...TreeRecordParts
        }
        total
        hidden
      }
    }
  `,
  treeParts,
);

const pathDocument = graphql(
  `
    query RecordPath($data: FindRecordPathInput!) {
      findRecordPath(data: $data) {
        record {
          ...TreeRecordParts
        }
        parents {
          ...TreeRecordParts
        }
      }
    }
  `,
  treeParts,
);

const placedParts = graphql(`
  fragment PlacedParts on PlacedRecord {
    id
    outcome
    version
    message
    auditEntryId
  }
`);

const linkDocument = graphql(
  `
    mutation LinkRecords($data: LinkRecordsInput!) {
      linkRecords(data: $data) {
        ...PlacedParts
      }
    }
  `,
  placedParts,
);

const unlinkDocument = graphql(
  `
    mutation UnlinkRecords($data: UnlinkRecordsInput!) {
      unlinkRecords(data: $data) {
        ...PlacedParts
      }
    }
  `,
  placedParts,
);

const moveDocument = graphql(
  `
    mutation MoveRecords($data: MoveRecordsInput!) {
      moveRecords(data: $data) {
        ...PlacedParts
      }
    }
  `,
  placedParts,
);

const deleteTreeDocument = graphql(`
  mutation DeleteRecordTree($data: DeleteRecordTreeInput!) {
    deleteRecordTree(data: $data) {
      deleted {
        id
        version
      }
    }
  }
`);

const restoreDocument = graphql(`
  mutation RestoreRecords($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
    updateBulkRecordHeader(ids: $ids, data: $data) {
      id
      outcome
      version
    }
  }
`);

const undoDocument = graphql(`
  mutation UndoMoves($data: UndoChangesInput!) {
    undoChanges(data: $data) {
      recordId
      outcome
      rows {
        name
        whyNot
      }
    }
  }
`);

const searchDocument = graphql(`
  query SearchTreeRecords($data: SearchRecordsInput!) {
    searchRecords(data: $data) {
      grids {
        recordTypeId
        name
        records {
          id
          recordNumber
          title
          status {
            id
            name
          }
        }
      }
    }
  }
`);

export type RecordPath = Awaited<ReturnType<typeof findPath>>;
export type TreeRecord = RecordPath['record'];
export type ChildPage = Awaited<ReturnType<typeof findChildren>>;
export type PlacedRecord = Awaited<ReturnType<typeof moveRecords>>[number];
export type FoundRecord = Awaited<ReturnType<typeof searchForRecords>>[number];

/** @param record where it stands: a version that was read, so that nothing is moved that somebody else moved */
export type MovedRecord = { readonly id: number; readonly version?: number };

export async function findChildren(recordId: number, offset: number, limit: number, signal?: AbortSignal) {
  return (await request(childrenDocument, { data: { recordId, offset, limit } }, { signal }))
    .findChildRecords;
}

export async function findPath(recordId: number, signal?: AbortSignal) {
  return (await request(pathDocument, { data: { recordId } }, { signal, together: true })).findRecordPath;
}

export async function linkRecords(parentId: number, records: readonly MovedRecord[]) {
  return (await request(linkDocument, { data: { parentId, records: [...records] } })).linkRecords;
}

export async function unlinkRecords(records: readonly MovedRecord[]) {
  return (await request(unlinkDocument, { data: { records: [...records] } })).unlinkRecords;
}

/** @param parentId null: under none */
export async function moveRecords(parentId: number | null, records: readonly MovedRecord[]) {
  return (await request(moveDocument, { data: { parentId, records: [...records] } })).moveRecords;
}

/** Takes moves back by the entries that tell them: of a record that somebody moved since, the answer says why it stays. */
export async function undoMoves(moves: readonly { readonly recordId: number; readonly entry: number }[]) {
  const records = moves.map(({ recordId, entry }) => ({ recordId, entries: [entry] }));
  return (await request(undoDocument, { data: { records, timeZone: viewerZone() } })).undoChanges;
}

/** A record with all that stands under it, whole or not at all; the record is the first of those that were deleted. */
export async function deleteRecordTree(recordId: number, version: number) {
  return (await request(deleteTreeDocument, { data: { recordId, version } })).deleteRecordTree.deleted;
}

/** Shows deleted records again, as many at a time as may be changed at once; of what was changed since nothing. */
export async function restoreRecords(records: readonly { readonly id: number; readonly version: number }[]) {
  const results: { id: number; outcome: string; version: number | null }[] = [];
  for (let from = 0; from < records.length; from += selectionCap) {
    const versions = records.slice(from, from + selectionCap).map(({ id, version }) => ({ id, version }));
    const ids = versions.map(({ id }) => id);
    const answer = await request(restoreDocument, { ids, data: { versions, enabled: true } });
    results.push(...answer.updateBulkRecordHeader);
  }
  return results;
}

/** Records of all types by what a person types, as the palette finds them. */
export async function searchForRecords(text: string, signal?: AbortSignal) {
  const { grids } = (await request(searchDocument, { data: { text } }, { signal })).searchRecords;
  const found = grids.flatMap(({ name, records }) =>
    records.map((record) => ({ ...record, typeName: name })),
  );
  // A record stands in the grid of its type and in that of a super type.
  return found.filter(({ id }, at) => found.findIndex((one) => one.id === id) === at);
}
