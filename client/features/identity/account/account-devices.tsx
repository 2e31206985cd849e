import Button from '@mui/material/Button';
import type { TrustedDevice } from '@rowhouse/domain/identity/auth-calls.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { callAuth } from '../../../platform/auth.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { AccountList, AccountListItem, NothingListed } from './account-list.tsx';
import { useReloadSecurityState } from './account-state.ts';
import { useFocusOnTitle } from '../../../ui/use-focus-on-title.ts';

export function AccountDevices({ devices }: { devices: readonly TrustedDevice[] }) {
  const confirm = useConfirm();
  const reload = useReloadSecurityState();
  const { place, focusTitle } = useFocusOnTitle();
  const zone = viewerZone();

  async function forget(device: TrustedDevice) {
    const sure = await confirm({
      title: `Forget ${device.name}?`,
      body: 'It will be asked for a code at its next sign-in.',
      confirmLabel: 'Forget',
      tone: 'danger',
      onConfirm: async () => {
        await callAuth('forget-device', { deviceId: device.id });
        await reload();
      },
    });
    if (!sure) return;
    focusTitle();
    snackbars.success('Device forgotten');
  }

  return (
    <div ref={place}>
      <Card title="Remembered devices" subtitle="They sign in by password alone, without a code.">
        {devices.length === 0 && <NothingListed>No device is remembered.</NothingListed>}
        {devices.length > 0 && (
          <AccountList label="Remembered devices">
            {devices.map((device) => (
              <AccountListItem
                key={device.id}
                title={
                  <>
                    {device.name}
                    {device.isPresent && <Chip tone="blue">This device</Chip>}
                  </>
                }
                detail={
                  <>
                    Last used {showInstant(device.lastUsedAt, zone)}
                    {device.expiresAt !== null && ` · until ${showInstant(device.expiresAt, zone)}`}
                  </>
                }
                action={
                  <Button
                    size="small"
                    aria-label={`Forget ${device.name}`}
                    onClick={() => void forget(device)}
                  >
                    Forget
                  </Button>
                }
              />
            ))}
          </AccountList>
        )}
      </Card>
    </div>
  );
}
