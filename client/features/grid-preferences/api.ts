import type { GridOptionsInput } from '@rowhouse/domain/contract.generated.ts';
import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
import { forgetAskedFirst } from '../../platform/graphql/asked-first.ts';
import { graphql, type GridPreferencePartsFragment } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const preferenceParts = graphql(`
  fragment GridPreferenceParts on UserGridPreference {
    id
    recordTypeId
    savedName
    isDefault
    isRoleDefault
    role {
      id
      name
    }
    version
    leftOutConditions
    leftOutOthers
    gridOptions {
      orderedFields
      hiddenFields
      filterModel {
        columnField
        operatorValue
        value
        logicOperator
      }
      sortModel {
        field
        sort
      }
      pinnedColumns {
        left
        right
      }
      densityFactor
      pageSize
      widths {
        field
        width
      }
      colours {
        name
        tone
        column
        conditions {
          columnField
          operatorValue
          value
          logicOperator
        }
      }
      groups {
        field
        interval
      }
      layout {
        kind
        field
        sum
      }
    }
  }
`);

export const defaultPreferenceDocument = graphql(
  `
    query DefaultGridPreference($recordTypeId: Id!) {
      getDefaultUserGridPreference(recordTypeId: $recordTypeId) {
        id
        userId
        userGridPreference {
          ...GridPreferenceParts
        }
        roleGridPreference {
          ...GridPreferenceParts
        }
      }
    }
  `,
  preferenceParts,
);

const listDocument = graphql(
  `
    query GridPreferences($gridName: String!) {
      SaasMyGridPreferences(gridName: $gridName) {
        ...GridPreferenceParts
      }
      SaasMyRoleGridPreferences {
        ...GridPreferenceParts
      }
      findRolesForGridPreferences {
        id
        name
      }
    }
  `,
  preferenceParts,
);

const ofAllRolesDocument = graphql(
  `
    query GridPreferencesOfAllRoles($data: FindUserGridPreferencesInput!) {
      findUserGridPreferences(data: $data) {
        ...GridPreferenceParts
      }
    }
  `,
  preferenceParts,
);

const registerDocument = graphql(`
  mutation RegisterGridPreference($data: RegisterUserGridPreferencesInput!) {
    registerUserGridPreferences(data: $data) {
      id
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateGridPreference($data: UpdateUserGridPreferencesInput!) {
    updateUserGridPreferences(data: $data) {
      id
      version
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteGridPreference($data: DeleteUserGridPreferencesInput!) {
    deleteUserGridPreferences(data: $data) {
      id
    }
  }
`);

const registerDefaultDocument = graphql(`
  mutation RegisterDefaultGridPreference($data: RegisterUserGridPreferencesDefaultInput!) {
    registerUserGridPreferencesDefault(data: $data) {
      id
    }
  }
`);

const updateDefaultDocument = graphql(`
  mutation UpdateDefaultGridPreference($data: UpdateUserGridPreferencesDefaultInput!) {
    updateUserGridPreferencesDefault(data: $data) {
      id
      enabled
    }
  }
`);

type Answered = GridPreferencePartsFragment;
export type Preference = Omit<Answered, 'gridOptions'> & { readonly gridOptions: GridOptions };
export type DefaultPreference = NonNullable<Awaited<ReturnType<typeof getDefault>>>;
export type PreferenceRole = Awaited<ReturnType<typeof listPreferences>>['roles'][number];

/** With another view a grid asks for other rows when it is opened. */
async function written<Result>(answer: Promise<Result>): Promise<Result> {
  const result = await answer;
  forgetAskedFirst();
  return result;
}

/** The server checked what stands in them; only the value of a filter is not typed by the contract. */
const toPreference = (answered: Answered): Preference => ({
  ...answered,
  gridOptions: answered.gridOptions as GridOptions,
});

export async function getDefault(recordTypeId: number, signal?: AbortSignal) {
  const found = (await request(defaultPreferenceDocument, { recordTypeId }, { signal, together: true }))
    .getDefaultUserGridPreference;
  const preference = found?.userGridPreference ?? found?.roleGridPreference;
  if (!found || !preference) return null;
  return { id: found.id, isOwn: found.userId !== null, preference: toPreference(preference) };
}

/** `roles`: those that the viewer may save for; empty for who does not administer the company. */
export async function listPreferences(recordTypeId: number, signal?: AbortSignal) {
  const answer = await request(
    listDocument,
    { gridName: gridNameOf(recordTypeId) },
    { signal, together: true },
  );
  return {
    own: answer.SaasMyGridPreferences.map(toPreference),
    ofRole: answer.SaasMyRoleGridPreferences.map(toPreference).filter(
      (preference) => preference.recordTypeId === recordTypeId,
    ),
    roles: answer.findRolesForGridPreferences,
  };
}

export async function listOfAllRoles(recordTypeId: number, signal?: AbortSignal) {
  const data = { gridName: gridNameOf(recordTypeId), ofRoles: true };
  const found = (await request(ofAllRolesDocument, { data }, { signal })).findUserGridPreferences;
  return found.map(toPreference).filter(({ role }) => role !== null);
}

/** Specification 9: the tenant is sent as 1. Who saves is known by the token. */
const specificationTenant = 1;

export type NewPreference = {
  savedName: string;
  gridOptions: GridOptions;
  isDefault: boolean;
  roleId?: number;
  /** What of this one is left out stays in the new one, too. */
  basedOn?: number;
};

export async function registerPreference(
  recordTypeId: number,
  { gridOptions, ...preference }: NewPreference,
) {
  const data = {
    ...preference,
    gridOptions: toInput(gridOptions),
    gridName: gridNameOf(recordTypeId),
    tenantId: specificationTenant,
    enabled: true,
  };
  return (await written(request(registerDocument, { data }))).registerUserGridPreferences.id;
}

export type PreferenceChange = {
  savedName?: string;
  gridOptions?: GridOptions;
  isDefault?: boolean;
  dropLeftOut?: true;
};

/** Refused as CONFLICT when it was changed since that version. */
export async function updatePreference(
  { id, version }: Pick<Preference, 'id' | 'version'>,
  { gridOptions, ...change }: PreferenceChange,
): Promise<void> {
  const data = { id, version, ...change, ...(gridOptions && { gridOptions: toInput(gridOptions) }) };
  await written(request(updateDocument, { data }));
}

export async function deletePreference({ id, version }: Pick<Preference, 'id' | 'version'>): Promise<void> {
  await written(request(deleteDocument, { data: { id, version } }));
}

/** Of the grid of the record type. With a role the default of that role. */
export async function makeDefault(
  { id }: Pick<Preference, 'id'>,
  recordTypeId: number,
  roleId?: number,
): Promise<void> {
  const data = { recordTypeId, gridPreferenceId: id, ...(roleId !== undefined && { roleId }) };
  await written(request(registerDefaultDocument, { data }));
}

export async function dropDefault(id: number): Promise<void> {
  await written(request(updateDefaultDocument, { data: { id, enabled: false } }));
}

const toInput = (options: GridOptions): GridOptionsInput => ({
  ...options,
  orderedFields: [...options.orderedFields],
  hiddenFields: [...options.hiddenFields],
  filterModel: [...options.filterModel],
  groups: [...options.groups],
  colours: options.colours.map((rule) => ({ ...rule, conditions: [...rule.conditions] })),
  sortModel: [...options.sortModel],
  pinnedColumns: { left: [...options.pinnedColumns.left], right: [...options.pinnedColumns.right] },
  widths: [...options.widths],
});
