import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { getCompanyMaking } from './api.ts';

/** The page that makes companies is in no menu of who belongs to one company: they come to it here. */
export function MoreCompaniesCard() {
  const { data: making } = useQuery({
    queryKey: ['tenants', 'making'],
    queryFn: ({ signal }) => getCompanyMaking(signal),
    staleTime: Infinity,
  });
  if (making?.isOpen !== true) return null;
  return (
    <Card
      title="Another company"
      subtitle="You may make more companies in this installation. Each has its own records, people and roles, and can send orders to the others."
      actions={
        <Button variant="outlined" component={Link} to="/select-tenant">
          Make a company
        </Button>
      }
    />
  );
}
