import Button from '@mui/material/Button';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { AccessBar } from '../features/roles/access-bar.tsx';
import { toModel, type AccessKind } from '../features/roles/access-model.ts';
import { AccessTests } from '../features/roles/access-tests.tsx';
import { AccessSection } from '../features/roles/access-section.tsx';
import type { AccessMatrix, Role } from '../features/roles/api.ts';
import { RoleFormDialog } from '../features/roles/role-form-dialog.tsx';
import { RoleList } from '../features/roles/role-list.tsx';
import { useAccessDraft } from '../features/roles/use-access-draft.ts';
import { useAccessMatrix, useRoles } from '../features/roles/use-roles.ts';
import { isNotAdministrator, useMembers } from '../features/users/use-members.ts';
import { useAskViewAs } from '../features/view-as/use-ask-view-as.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PaneTabs, type PaneTab } from '../ui/pane-tabs.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { prepareInputs } from '../values/late-inputs.ts';
import styles from './roles-page.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';

const RoleConfinements = lazyPart(async () => {
  const [{ RoleConfinements: part }] = await Promise.all([
    import('./role-confinements.tsx'),
    prepareInputs(),
  ]);
  return { default: part };
});

/** Who may see and do what: roles (Specification 2). The tab and what it shows are in the address. */
export function RolesPage({ title }: { title: string }) {
  const { data: roles, error, refetch } = useRoles();
  const matrix = useAccessMatrix(roles !== undefined);
  const [adds, setAdds] = useState(false);
  const failure = error ?? matrix.error;
  const people = roles?.reduce((sum, role) => sum + role.members, 0) ?? 0;
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        aside={roles && `${count(roles.length, 'role', 'roles')}, ${count(people, 'person', 'people')}`}
        actions={
          roles !== undefined && (
            <Button variant="contained" startIcon={<Icon name="plus" />} onClick={() => setAdds(true)}>
              Add role
            </Button>
          )
        }
      />
      {roles !== undefined && matrix.data !== undefined ? (
        <Tabs roles={roles} matrix={matrix.data} />
      ) : failure === null ? (
        <ProgressLine active label="Loading the roles" />
      ) : isNotAdministrator(failure) ? (
        <EmptyState title="Only an administrator of this company manages its roles" icon="lock">
          Ask one of them to change what a role may see and do.
        </EmptyState>
      ) : (
        <ErrorAlert
          failure={failure}
          title="The roles could not be loaded"
          onRetry={() => void (error === null ? matrix.refetch() : refetch())}
        />
      )}
      {adds && <RoleFormDialog onClose={() => setAdds(false)} />}
    </div>
  );
}

const kinds = [
  { id: 'menu', title: 'Menu items', icon: 'menu' },
  { id: 'actions', title: 'Actions', icon: 'check' },
  { id: 'fields', title: 'Field access', icon: 'eye' },
] as const satisfies readonly { id: AccessKind; title: string; icon: PaneTab['icon'] }[];

function Tabs({ roles, matrix }: { roles: readonly Role[]; matrix: AccessMatrix }) {
  const [address, setAddress] = useSearchParams();
  const model = useMemo(() => toModel(matrix), [matrix]);
  const editing = useAccessDraft(model);
  const members = useMembers().data;
  const holders = useMemo(
    () =>
      new Map(
        [
          ...Map.groupBy(
            (members ?? []).filter(({ enabled }) => enabled),
            ({ role }) => role.id,
          ),
        ].map(([id, ofRole]) => [id, ofRole.map(({ name }) => name)]),
      ),
    [members],
  );
  // A disabled role has its column last: it can be made ready before it is enabled.
  const columns = useMemo(
    () => matrix.roles.toSorted((one, other) => Number(other.enabled) - Number(one.enabled)),
    [matrix.roles],
  );
  const { tenantPath } = useSession();
  const { viewAsRole } = useAskViewAs(`${tenantPath}/dashboard`);
  const place = Number(address.get('of') ?? '') || null;
  const go = (tab: string, of: number | null) =>
    setAddress(
      { ...(tab !== 'roles' && { tab }), ...(of !== null && { of: String(of) }) },
      { replace: true },
    );
  const tabs: PaneTab[] = [
    {
      id: 'roles',
      title: 'All roles',
      icon: 'users',
      count: roles.length,
      render: () => (
        <div className={styles.list}>
          <RoleList roles={roles} holders={holders} onViewAs={viewAsRole} />
        </div>
      ),
    },
    ...kinds.map(({ id, ...kind }): PaneTab => ({
      id,
      ...kind,
      render: () => (
        <AccessSection
          key={id}
          kind={id}
          model={model}
          roles={columns}
          editing={editing}
          placeId={place}
          onChoosePlace={(of) => go(id, of)}
        />
      ),
    })),
    {
      id: 'confinements',
      title: 'Confinements',
      icon: 'filter',
      render: () => (
        <Suspense fallback={<ProgressLine active />}>
          <RoleConfinements matrix={matrix} />
        </Suspense>
      ),
    },
    { id: 'tests', title: 'Access tests', icon: 'lock', render: () => <AccessTests matrix={matrix} /> },
  ];
  return (
    <div className={styles.tabs}>
      <div className={styles.pane}>
        <PaneTabs
          label="Roles"
          tabs={tabs}
          chosen={address.get('tab') ?? 'roles'}
          onChoose={(tab) => go(tab, null)}
        />
      </div>
      <AccessBar editing={editing} roles={matrix.roles} />
    </div>
  );
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
