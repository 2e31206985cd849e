import { useNavigate } from 'react-router';
import { logoutUser } from '../../features/identity/api.ts';
import { beginSignOut, endSession } from '../../platform/session.ts';
import { abandonUnsavedWork } from '../../platform/unsaved-work.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';

/** Asks, ends the session on the server and then here. A server that cannot be told does not keep one inside. */
export function useSignOut(): () => Promise<void> {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async () => {
    const sure = await confirm({
      title: 'Are you sure you want to log out?',
      warning: 'This action will cause any unsaved changes to be lost',
      confirmLabel: 'Log out',
      onConfirm: () => {
        beginSignOut();
        return logoutUser().catch(() => undefined);
      },
    });
    if (!sure) return;
    abandonUnsavedWork();
    endSession('signed out');
    await navigate('/login', { replace: true });
  };
}
