import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const myPortalsDocument = graphql(`
  query MyPortals {
    getMyPortals {
      id
      name
      address
      icon
      isAllowed
    }
  }
`);

const settingsDocument = graphql(`
  query PortalSettings {
    getPortalSettings {
      origins
      roles {
        id
        name
      }
      portals {
        id
        name
        address
        icon
        isAllowed
        enabled
        version
        roles {
          id
          name
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreatePortal($data: CreatePortalInput!) {
    createPortal(data: $data) {
      id
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdatePortal($data: UpdatePortalInput!) {
    updatePortal(data: $data) {
      id
    }
  }
`);

export type Portal = Awaited<ReturnType<typeof getMyPortals>>[number];
export type PortalSettings = Awaited<ReturnType<typeof getPortalSettings>>;
export type PortalSetting = PortalSettings['portals'][number];

export async function getMyPortals(signal?: AbortSignal) {
  return (await request(myPortalsDocument, {}, { signal })).getMyPortals;
}

/** Refused for who does not administer the company. */
export async function getPortalSettings(signal?: AbortSignal) {
  return (await request(settingsDocument, {}, { signal })).getPortalSettings;
}

export type PortalDraft = {
  readonly name: string;
  readonly address: string;
  readonly icon: string;
  readonly roleIds: readonly number[];
};

export async function createPortal(draft: PortalDraft): Promise<void> {
  await request(createDocument, { data: { ...draft, roleIds: [...draft.roleIds] } });
}

/** Refused as CONFLICT when the page has been changed since that version. */
export async function updatePortal(
  { id, version }: Pick<PortalSetting, 'id' | 'version'>,
  change: PortalDraft | { readonly enabled: boolean },
): Promise<void> {
  const data = 'roleIds' in change ? { ...change, roleIds: [...change.roleIds] } : change;
  await request(updateDocument, { data: { id, version, ...data } });
}
