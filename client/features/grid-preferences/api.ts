import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
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

type Answered = GridPreferencePartsFragment;
export type Preference = Omit<Answered, 'gridOptions'> & { readonly gridOptions: GridOptions };
export type DefaultPreference = NonNullable<Awaited<ReturnType<typeof getDefault>>>;
export type PreferenceRole = Awaited<ReturnType<typeof listPreferences>>['roles'][number];

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
