import { AliasForm } from '../features/role-aliases/alias-form.tsx';
import { useRoleAliases } from '../features/role-aliases/use-role-aliases.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './role-aliases-page.module.css';

/** What the company calls its roles (Specification 2: role-aliases). */
export function RoleAliasesPage({ title }: { title: string }) {
  const { data: roles, error, refetch } = useRoleAliases();
  const isRefused = error instanceof RequestFailure && error.code === 'FORBIDDEN';
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      {roles !== undefined && (
        <>
          <p className={styles.about}>
            A role goes by its alias wherever people see it: in the profile menu, among users, in invitations
            and in the access matrix. What it may see and do stays as it is. Without an alias it goes by its
            own name.
          </p>
          <AliasForm roles={roles} />
        </>
      )}
      {roles === undefined && error === null && <ProgressLine active label="Loading the roles" />}
      {roles === undefined && isRefused && (
        <EmptyState title="Only an administrator of this company can name its roles" icon="lock">
          Ask one of them: they stand on the page Users.
        </EmptyState>
      )}
      {roles === undefined && error !== null && !isRefused && (
        <ErrorAlert failure={error} title="The roles could not be loaded" onRetry={() => void refetch()} />
      )}
    </div>
  );
}
