import Button from '@mui/material/Button';
import { useLocation, useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { AccountPasswordForm } from '../features/identity/account/account-password-form.tsx';
import { useSecurityState } from '../features/identity/account/account-state.ts';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './change-page.module.css';

export function ChangePage() {
  const { data: state } = useSecurityState();
  const goBack = useWayBack();
  const isElsewhere = state?.hasPassword === false;
  return (
    <BrandColumn
      title="Change your password"
      subtitle={
        isElsewhere
          ? 'Your password is kept by the provider that you sign in with. Change it there.'
          : 'Every other browser is signed out, and remembered devices are asked for a code again.'
      }
    >
      <div className={styles.body}>
        {!isElsewhere && (
          <AccountPasswordForm
            onChanged={() => {
              goBack();
              snackbars.success('Your password is changed');
            }}
          />
        )}
        <Button variant="text" fullWidth onClick={goBack}>
          {isElsewhere ? 'Go back' : 'Cancel'}
        </Button>
      </div>
    </BrandColumn>
  );
}

/** To the page in this application that led here; else to the account. */
function useWayBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate('/account', { replace: true }) : navigate(-1));
}
