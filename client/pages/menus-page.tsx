import { useQuery } from '@tanstack/react-query';
import { getCompanyMenu } from '../features/menu/api.ts';
import { MenuEditor } from '../features/menu/editor/menu-editor.tsx';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './menus-page.module.css';

/** What the drawer is made of: menus (Specification 2). Which role has which item is the page of roles'. */
export function MenusPage({ title }: { title: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['menu', 'company'],
    queryFn: ({ signal }) => getCompanyMenu(signal),
  });
  const isRefused = error instanceof RequestFailure && error.code === 'FORBIDDEN';
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      {data !== undefined && <MenuEditor menu={data} />}
      {data === undefined && error === null && <ProgressLine active label="Loading the menu" />}
      {data === undefined && isRefused && (
        <EmptyState title="Only an administrator of this company can change its menu" icon="lock">
          Ask one of them: they stand on the page Users.
        </EmptyState>
      )}
      {data === undefined && error !== null && !isRefused && (
        <ErrorAlert failure={error} title="The menu could not be loaded" onRetry={() => void refetch()} />
      )}
    </div>
  );
}
