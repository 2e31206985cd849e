import type { GridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const lineParts = graphql(`
  fragment RecordLineParts on RecordLine {
    id
    recordTypeId
    recordNumber
    title
    status {
      id
      name
    }
    amount
    deadline
    found {
      name
      text
    }
  }
`);

const assignedDocument = graphql(
  `
    query MyAssignedRecords($data: FindMyAssignedRecordsInput!) {
      findMyAssignedRecords(data: $data) {
        total
        groups {
          due
          total
          counts {
            recordTypeId
            total
          }
          records {
            ...RecordLineParts
          }
        }
        grids {
          recordTypeId
          name
          deadline {
            key
            name
          }
          closingStatusIds
        }
      }
    }
  `,
  lineParts,
);

const changesDocument = graphql(
  `
    query RecentChanges($data: FindRecentChangesInput!) {
      findRecentChanges(data: $data) {
        total
        isMore
        people
        lines {
          kind
          at
          by {
            id
            name
          }
          recordTypeId
          recordTypeName
          recordsCount
          record {
            ...RecordLineParts
          }
          recordNumbers
          fields {
            name
            dataType
            before
            after
            isOne
          }
        }
      }
    }
  `,
  lineParts,
);

const searchDocument = graphql(
  `
    query SearchRecords($data: SearchRecordsInput!) {
      searchRecords(data: $data) {
        grids {
          recordTypeId
          name
          records {
            ...RecordLineParts
          }
          isMore
        }
        late
      }
    }
  `,
  lineParts,
);

const viewsDocument = graphql(`
  query MyViews {
    findUserGridPreferences(data: {}) {
      id
      recordTypeId
      savedName
      gridOptions {
        filterModel {
          columnField
          operatorValue
          value
          logicOperator
        }
      }
    }
    SaasMyRoleGridPreferences {
      id
      recordTypeId
      savedName
      role {
        id
        name
      }
      gridOptions {
        filterModel {
          columnField
          operatorValue
          value
          logicOperator
        }
      }
    }
    findRolesForGridPreferences {
      id
    }
    findSetUp {
      putAway
      stepsDone
    }
  }
`);

const countDocument = graphql(`
  query CountView($data: FilterAndSortInput!) {
    filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 1 }) {
      total
      totalState
    }
  }
`);

export type AssignedRecords = Awaited<ReturnType<typeof findAssigned>>;
export type AssignedGroup = AssignedRecords['groups'][number];
export type AssignedGrid = AssignedRecords['grids'][number];
export type RecentChanges = Awaited<ReturnType<typeof findChanges>>;
export type RecentChange = RecentChanges['lines'][number];
export type RecordSearch = Awaited<ReturnType<typeof searchRecords>>;
export type RecordLine = AssignedGroup['records'][number];
export type SavedView = {
  readonly id: number;
  readonly name: string;
  readonly recordTypeId: number;
  /** Of a view that an administrator keeps for the role. */
  readonly roleName: string | null;
  readonly filters: readonly GridFilter[];
};

export async function findAssigned(today: string, signal?: AbortSignal) {
  return (await request(assignedDocument, { data: { today } }, { signal })).findMyAssignedRecords;
}

export async function findChanges(since: string, signal?: AbortSignal) {
  return (await request(changesDocument, { data: { since } }, { signal })).findRecentChanges;
}

export async function searchRecords(text: string, signal?: AbortSignal) {
  return (await request(searchDocument, { data: { text } }, { signal })).searchRecords;
}

/** The views that the person may choose, own ones first; `administers` as roles are told to administrators alone. */
export async function findViews(signal?: AbortSignal) {
  const answer = await request(viewsDocument, {}, { signal });
  const views: SavedView[] = [
    ...answer.findUserGridPreferences.flatMap((view) => toView(view, null)),
    ...answer.SaasMyRoleGridPreferences.flatMap((view) => toView(view, view.role?.name ?? '')),
  ];
  return {
    views,
    administers: answer.findRolesForGridPreferences.length > 0,
    /** While the company has first steps to be taken, for who administers it. */
    setUp: answer.findSetUp,
  };
}

type Answered = {
  id: number;
  savedName: string;
  recordTypeId: number | null;
  gridOptions: { filterModel: readonly unknown[] };
};

/** Of a grid of records; the server checked what stands in it, and only the value of a filter is not typed. */
function toView(
  { id, savedName, recordTypeId, gridOptions }: Answered,
  roleName: string | null,
): SavedView[] {
  if (recordTypeId === null) return [];
  const filters = gridOptions.filterModel as readonly GridFilter[];
  return [{ id, name: savedName, recordTypeId, roleName, filters }];
}

export async function countView(data: FilterAndSortInput, signal?: AbortSignal) {
  return (await request(countDocument, { data }, { signal })).filterAndSortRecordHeader;
}
