import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { ImportCompany } from '../features/company-archives/import-company.tsx';
import { OpenProof } from '../features/identity/account/open-proof.tsx';
import { findWayIn } from '../features/identity/sign-in/way-in.ts';
import { userDetailsQuery } from '../features/identity/user-details.ts';
import { checkCompanyUrl } from '../features/tenants/api.ts';
import { NewCompanyForm } from '../features/tenants/new-company-form.tsx';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import styles from './select-tenant-page.module.css';

/** Of the page that chooses a company: one that was taken out elsewhere, for whoever runs the installation. */
export function BringInCompany({ onBack }: { onBack: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <BrandColumn title="Bring in a company" subtitle="From the file of an export, as a new company.">
      <div className={styles.body}>
        <ImportCompany
          renderForm={({ first, onMake }) => (
            <NewCompanyForm
              first={first}
              label="Bring the company in"
              runningLabel="Beginning…"
              findUrlFault={checkCompanyUrl}
              onMake={onMake}
            />
          )}
          onEnter={(made) => {
            rememberRedirectPath(`/${made.url}/dashboard`);
            queryClient.removeQueries({ queryKey: userDetailsQuery.queryKey });
            void findWayIn(queryClient).then((way) => navigate(way));
          }}
        />
        <OpenProof />
        <Button variant="text" fullWidth onClick={onBack}>
          Back
        </Button>
      </div>
    </BrandColumn>
  );
}
