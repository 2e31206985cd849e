import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FindInput } from '../../ui/find-input.tsx';
import { findPeople } from './find-people.ts';
import styles from './people-search.module.css';

type PeopleSearchProps<Person> = {
  people: readonly Person[];
  children: (found: readonly Person[]) => ReactNode;
};

const shownAtFirst = 100;

/** A field that narrows the list below it. A long list is shown in part until it is asked for. */
export function PeopleSearch<Person extends { readonly name: string; readonly email: string }>({
  people,
  children,
}: PeopleSearchProps<Person>) {
  const [sought, setSought] = useState('');
  const [whole, setWhole] = useState(false);
  const found = findPeople(people, sought);
  const shown = whole ? found : found.slice(0, shownAtFirst);
  return (
    <div className={styles.place}>
      <FindInput label="Find by name or email" value={sought} onChange={setSought} />
      <p role="status" className="rh-visually-hidden">
        {sought === '' ? '' : `${found.length} found`}
      </p>
      {found.length === 0 ? (
        <EmptyState title="Nobody found" icon="users">
          No member has these words in their name or email.
        </EmptyState>
      ) : (
        children(shown)
      )}
      {shown.length < found.length && <Button onClick={() => setWhole(true)}>Show all {found.length}</Button>}
    </div>
  );
}
