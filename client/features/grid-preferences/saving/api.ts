// What is saved of views: apart from what shows them, as no grid waits for it. An answer that is lost on the way makes nothing a
// second time; deleting and choosing a default are as good twice as once.
import type {
  GridOptionsInput,
  RegisterUserGridPreferencesInput,
  UpdateUserGridPreferencesInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
import { forgetAskedFirst } from '../../../platform/graphql/asked-first.ts';
import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';
import { sendOnce } from '../../../platform/send-once.ts';
import { sendOnBadLine } from '../../../platform/send-through-gaps.ts';
import type { Preference } from '../api.ts';

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

/** With another view a grid asks for other rows when it is opened. */
async function written<Result>(answer: Promise<Result>): Promise<Result> {
  const result = await answer;
  forgetAskedFirst();
  return result;
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
  const send = (sent: RegisterUserGridPreferencesInput) => request(registerDocument, { data: sent });
  return (await written(sendOnce('registerUserGridPreferences', data, send))).registerUserGridPreferences.id;
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
  const send = (sent: UpdateUserGridPreferencesInput) => request(updateDocument, { data: sent });
  await written(sendOnce('updateUserGridPreferences', data, send));
}

export async function deletePreference({ id, version }: Pick<Preference, 'id' | 'version'>): Promise<void> {
  await written(sendOnBadLine(() => request(deleteDocument, { data: { id, version } })));
}

/** Of the grid of the record type. With a role the default of that role. */
export async function makeDefault(
  { id }: Pick<Preference, 'id'>,
  recordTypeId: number,
  roleId?: number,
): Promise<void> {
  const data = { recordTypeId, gridPreferenceId: id, ...(roleId !== undefined && { roleId }) };
  await written(sendOnBadLine(() => request(registerDefaultDocument, { data })));
}

export async function dropDefault(id: number): Promise<void> {
  const data = { id, enabled: false };
  await written(sendOnBadLine(() => request(updateDefaultDocument, { data })));
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
