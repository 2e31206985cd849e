import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { UserDetails } from '../features/identity/api.ts';
import { getCompanyMaking } from '../features/tenants/api.ts';
import { Card } from '../ui/card.tsx';
import styles from './account-page.module.css';

/** Who belongs to one company has no other way to the page where one is made: menus lead there for several. */
export function AccountCompanies({ tenants }: Pick<UserDetails, 'tenants'>) {
  const { data: making } = useQuery({
    queryKey: ['tenants', 'making'],
    queryFn: ({ signal }) => getCompanyMaking(signal),
    staleTime: Infinity,
  });
  const isOpen = making?.isOpen === true;
  if (tenants.length < 2 && !isOpen) return null;
  const names = new Intl.ListFormat('en-US').format(tenants.map(({ tenant }) => tenant.name));
  return (
    <Card title="Companies" subtitle={names === '' ? 'You belong to none.' : `You belong to ${names}.`}>
      <div className={styles.companies}>
        <Button variant="outlined" component={Link} to="/select-tenant">
          {isOpen ? 'Switch or make a company' : 'Switch company'}
        </Button>
      </div>
    </Card>
  );
}
