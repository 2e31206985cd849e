import MenuItem from '@mui/material/MenuItem';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { onceDialogsAreGone } from '../../ui/once-dialogs-are-gone.ts';
import { updateDashboard, type Dashboard } from './api.ts';
import { boardSearch, useChangeDashboards } from './use-dashboards.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const DashboardFormDialog = lazyPart(async () => ({
  default: (await import('./dashboard-form-dialog.tsx')).DashboardFormDialog,
}));

const focusOnPage = () =>
  focusIfLost(document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main'));

/** What may be done with the whole of it. */
export function DashboardMenu({
  dashboard,
  onMail,
}: {
  dashboard: Dashboard;
  /** Absent where there is nothing to mail: of another server's page. */
  onMail?: (() => void) | undefined;
}) {
  const [isEditing, setIsEditing] = useState(false);
  const confirm = useConfirm();
  const change = useChangeDashboards();
  const navigate = useNavigate();
  // The menu, which had the focus, goes with what is deleted, once what comes in its place is there.
  const isDeleted = useRef(false);
  useEffect(
    () => () => {
      if (isDeleted.current) onceDialogsAreGone(focusOnPage);
    },
    [],
  );

  async function remove() {
    const { id, version } = dashboard;
    const others = dashboard.roles.map(({ name }) => name).join(', ');
    const isSure = await confirm({
      title: 'Are you sure you want to delete this item?',
      body:
        others === ''
          ? `${dashboard.name} is deleted for you alone.`
          : `${dashboard.name} is shared with ${others}, and deleted for them as well.`,
      confirmLabel: 'Delete',
      tone: 'danger',
      asksWhy: dashboard.roles.length > 0,
      onConfirm: () => change(() => updateDashboard({ id, version, enabled: false })),
    });
    if (!isSure) return;
    isDeleted.current = true;
    void navigate({ search: boardSearch(null) });
  }

  return (
    <>
      <MenuButton label="Dashboard" variant="outlined">
        {(close) => [
          <MenuItem
            key="settings"
            onClick={() => {
              close();
              setIsEditing(true);
            }}
          >
            Settings
          </MenuItem>,
          onMail !== undefined && (
            <MenuItem
              key="mail"
              onClick={() => {
                close();
                onMail();
              }}
            >
              Send by mail…
            </MenuItem>
          ),
          <MenuItem
            key="delete"
            onClick={() => {
              close();
              void remove();
            }}
          >
            Delete dashboard
          </MenuItem>,
        ]}
      </MenuButton>
      {isEditing && (
        <Suspense fallback={null}>
          <DashboardFormDialog dashboard={dashboard} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
