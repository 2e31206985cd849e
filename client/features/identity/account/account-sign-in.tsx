import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Card } from '../../../ui/card.tsx';
import { AccountList, AccountListItem } from './account-list.tsx';

type AccountSignInProps = { email: string; hasPassword: boolean };

export function AccountSignIn({ email, hasPassword }: AccountSignInProps) {
  return (
    <Card title="Sign-in">
      <AccountList label="Sign-in">
        <AccountListItem title="Email" detail={email} />
        {hasPassword ? (
          <AccountListItem
            title="Password"
            detail="Changing it signs you out everywhere else."
            action={
              <Button component={Link} to="/change">
                Change password
              </Button>
            }
          />
        ) : (
          <AccountListItem title="Password" detail="It is kept by the provider that you sign in with." />
        )}
      </AccountList>
    </Card>
  );
}
