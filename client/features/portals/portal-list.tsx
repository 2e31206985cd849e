import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { updatePortal, type PortalSetting, type PortalSettings } from './api.ts';
import { PortalFormDialog } from './portal-form-dialog.tsx';
import styles from './portals.module.css';
import { useChangePortals } from './use-portals.ts';

/** Every page of the company, for its administrators. */
export function PortalList({ settings }: { settings: PortalSettings }) {
  const [asked, setAsked] = useState<number | 'new' | null>(null);
  const change = useChangePortals();
  const confirm = useConfirm();
  const chosen = settings.portals.find(({ id }) => id === asked);
  const mayAdd = settings.origins.length > 0;

  const askToggle = (portal: PortalSetting) =>
    confirm({
      title: `${portal.enabled ? 'Disable' : 'Enable'} ${portal.name}?`,
      body: sayWhom(portal),
      confirmLabel: portal.enabled ? 'Disable' : 'Enable',
      asksWhy: true,
      onConfirm: async () => {
        await change(() => updatePortal(portal, { enabled: !portal.enabled }));
        snackbars.success(`${portal.name} is ${portal.enabled ? 'disabled' : 'enabled'}`);
      },
    });

  return (
    <Card
      title="Pages of the company"
      subtitle={
        mayAdd
          ? `Of ${settings.origins.map((origin) => new URL(origin).host).join(', ')}. Who runs this installation names the servers.`
          : 'No server may be embedded in this installation yet. Who runs it names them in EMBED_HOSTS.'
      }
      actions={
        mayAdd && (
          <Button
            variant="contained"
            startIcon={<Icon name="plus" size={16} />}
            onClick={() => setAsked('new')}
          >
            Add page
          </Button>
        )
      }
    >
      {settings.portals.length > 0 && (
        <div className={styles.table}>
          <StackedTable
            label="Pages of the company"
            rows={settings.portals}
            rowKey={({ id }) => id}
            columns={[
              { name: 'Page', renderCell: (portal) => <Page portal={portal} /> },
              {
                name: 'Roles',
                renderCell: ({ roles }) => roles.map(({ name }) => name).join(', ') || 'Nobody',
              },
              { name: 'State', renderCell: (portal) => <State portal={portal} /> },
            ]}
            renderActions={(portal) => (
              <MenuButton
                label={<Icon name="more" />}
                arrow={false}
                variant="text"
                size="small"
                aria-label={`Actions for ${portal.name}`}
              >
                {(close) => [
                  <MenuItem
                    key="change"
                    onClick={() => {
                      close();
                      setAsked(portal.id);
                    }}
                  >
                    Change
                  </MenuItem>,
                  <MenuItem
                    key="toggle"
                    onClick={() => {
                      close();
                      void askToggle(portal);
                    }}
                  >
                    {portal.enabled ? 'Disable' : 'Enable'}
                  </MenuItem>,
                ]}
              </MenuButton>
            )}
          />
        </div>
      )}
      {(asked === 'new' || chosen !== undefined) && (
        <PortalFormDialog portal={chosen} settings={settings} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}

function sayWhom({ roles, enabled }: PortalSetting): string {
  const names = roles.map(({ name }) => name).join(', ');
  if (names === '') return 'It is given to no role.';
  return enabled ? `It is not shown any more to: ${names}.` : `It is shown again to: ${names}.`;
}

function Page({ portal }: { portal: PortalSetting }) {
  return (
    <span className={styles.words}>
      <span className={styles.name}>{portal.name}</span>
      <span className={styles.quiet}>{portal.address}</span>
    </span>
  );
}

function State({ portal: { enabled, isAllowed } }: { portal: PortalSetting }) {
  if (!enabled) return <Chip tone="grey">Disabled</Chip>;
  return isAllowed ? <Chip tone="green">Active</Chip> : <Chip tone="amber">Server not allowed</Chip>;
}
