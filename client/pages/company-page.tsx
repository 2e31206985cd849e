import { useLocation, useNavigate } from 'react-router';
import { ExportCompanyCard } from '../features/company-archives/export-company-card.tsx';
import { CurrenciesCard } from '../features/fields/currencies-card.tsx';
import { MailScheduleList } from '../features/mail-schedules/mail-schedule-list.tsx';
import { CompanyForm } from '../features/tenants/company-form.tsx';
import { MoreCompaniesCard } from '../features/tenants/more-companies-card.tsx';
import { useCompany } from '../features/tenants/use-company.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './company-page.module.css';

/** What an administrator says of the company: tenant-profile-settings (Specification 2). */
export function CompanyPage({ title }: { title: string }) {
  const { data: company, error, refetch } = useCompany();
  const move = useMove();
  return (
    <div className={styles.page}>
      <PageHeader title={title} aside={company?.name} />
      {company !== undefined && (
        <>
          <CompanyForm company={company} onMove={move} />
          <CurrenciesCard companyCurrency={company.currency} />
          <MailScheduleList whose="company" />
          <ExportCompanyCard companyName={company.name} />
          <MoreCompaniesCard />
        </>
      )}
      {company === undefined && error === null && <ProgressLine active label="Loading the company" />}
      {company === undefined && error !== null && isRefused(error) && (
        <EmptyState title="Only an administrator of this company can change it" icon="lock">
          Ask one of them: they stand on the page Users.
        </EmptyState>
      )}
      {company === undefined && error !== null && !isRefused(error) && (
        <ErrorAlert failure={error} title="The company could not be loaded" onRetry={() => void refetch()} />
      )}
    </div>
  );
}

/** To the same page at the company's new address. */
function useMove(): (url: string) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (url) => void navigate(`/${url}/${pathname.split('/').slice(2).join('/')}`, { replace: true });
}

const isRefused = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'FORBIDDEN';
