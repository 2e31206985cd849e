import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { findWayIn } from '../features/identity/sign-in/way-in.ts';
import { userDetailsQuery } from '../features/identity/user-details.ts';
import { checkCompanyUrl, createCompany } from '../features/tenants/api.ts';
import { NewCompanyForm } from '../features/tenants/new-company-form.tsx';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import styles from './select-tenant-page.module.css';

/** Of the page that chooses a company: a new one, in the place of the choice. */
export function MakeCompany({ onBack }: { onBack: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <BrandColumn title="Make a company" subtitle="You administer it, and invite the others.">
      <div className={styles.body}>
        <NewCompanyForm
          findUrlFault={checkCompanyUrl}
          onMake={async (company) => {
            const made = await createCompany(company);
            rememberRedirectPath(`/${made.url}/dashboard`);
            queryClient.removeQueries({ queryKey: userDetailsQuery.queryKey });
            await navigate(await findWayIn(queryClient));
          }}
        />
        <Button variant="text" fullWidth onClick={onBack}>
          Back
        </Button>
      </div>
    </BrandColumn>
  );
}
