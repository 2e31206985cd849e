import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ListFormDialog } from '../features/lists/list-form-dialog.tsx';
import { ListIndex } from '../features/lists/list-index.tsx';
import { ListValuesCard } from '../features/lists/list-values-card.tsx';
import { useLists } from '../features/lists/use-lists.ts';
import { useColleagues } from '../features/users/use-members.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useFocusOnOther } from '../ui/use-focus-on-other.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import styles from './custom-lists-page.module.css';

/** The lists that fields choose from, and their values: custom-lists (Specification 2). The chosen one is in the address. */
export function CustomListsPage({ title }: { title: string }) {
  const { data: lists, error, refetch } = useLists();
  const colleagues = useColleagues(lists !== undefined).data ?? [];
  // Only who has an email is offered (Specification 6).
  const people = colleagues.flatMap(({ id, name, email }) =>
    email === null ? [] : [{ id, name: name ?? email, email }],
  );
  const [address, setAddress] = useSearchParams();
  const [adds, setAdds] = useState(false);
  const isNarrow = useMediaQuery('(width < 900px)');
  const asked = lists?.find(({ id }) => String(id) === address.get('list'));
  const chosen = asked ?? (isNarrow ? undefined : lists?.[0]);
  useFocusOnOther(address.get('list'));
  const choose = (id: number | null) => setAddress(id === null ? {} : { list: String(id) });

  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        aside={lists === undefined ? undefined : lists.length === 1 ? 'One list' : `${lists.length} lists`}
        actions={
          lists !== undefined && (
            <Button
              variant={lists.length === 0 ? 'contained' : 'outlined'}
              startIcon={<Icon name="plus" />}
              onClick={() => setAdds(true)}
            >
              Add list
            </Button>
          )
        }
      />
      {lists === undefined && error === null && <ProgressLine active label="Loading the lists" />}
      {lists === undefined && error !== null && isRefused(error) && (
        <EmptyState title="Only an administrator of this company can change its lists" icon="lock">
          Contact the List Administrator.
        </EmptyState>
      )}
      {lists === undefined && error !== null && !isRefused(error) && (
        <ErrorAlert failure={error} title="The lists could not be loaded" onRetry={() => void refetch()} />
      )}
      {lists?.length === 0 && (
        <EmptyState title="No lists yet" icon="list">
          A list holds what a field of a record can be chosen from: ship methods, units, buyers.
        </EmptyState>
      )}
      {lists !== undefined && lists.length > 0 && (
        <div className={styles.parts}>
          {(!isNarrow || chosen === undefined) && (
            <ListIndex lists={lists} chosen={chosen?.id ?? null} onChoose={choose} />
          )}
          {isNarrow && chosen !== undefined && (
            <Button
              className={styles.back!}
              startIcon={<Icon name="chevron-left" size={16} />}
              onClick={() => choose(null)}
            >
              All lists
            </Button>
          )}
          {chosen !== undefined && <ListValuesCard key={chosen.id} list={chosen} people={people} />}
        </div>
      )}
      {adds && (
        <ListFormDialog
          list={null}
          onClose={() => setAdds(false)}
          onSaved={(id) => {
            setAdds(false);
            choose(id);
          }}
        />
      )}
    </div>
  );
}

const isRefused = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'FORBIDDEN';
