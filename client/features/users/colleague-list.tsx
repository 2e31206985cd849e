import { StackedTable } from '../../ui/stacked-table.tsx';
import type { Colleague } from './api.ts';
import { MemberState } from './member-state.tsx';
import { PeopleSearch } from './people-search.tsx';
import { Person } from './person.tsx';

/** For reading: who belongs to the company, and as what. */
export function ColleagueList({
  colleagues,
  ownEmail,
}: {
  colleagues: readonly Colleague[];
  ownEmail: string;
}) {
  const people = colleagues.map((colleague) => ({
    ...colleague,
    email: colleague.email ?? '',
    name: nameOf(colleague),
  }));
  return (
    <PeopleSearch people={people}>
      {(found) => (
        <StackedTable
          label="Members"
          rows={found}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Name',
              renderCell: ({ name, email }) => (
                <Person name={name} email={email} isYou={email === ownEmail} />
              ),
            },
            {
              name: 'Role',
              renderCell: ({ roles }) => roles.map(({ name }) => name).join(', ') || 'Unknown',
            },
            {
              name: 'State',
              renderCell: ({ enabled }) => <MemberState member={{ enabled, personEnabled: true }} />,
            },
          ]}
        />
      )}
    </PeopleSearch>
  );
}

function nameOf({ name, firstName, lastName, email, id }: Colleague): string {
  return name || [firstName, lastName].filter(Boolean).join(' ') || email || `User ${id}`;
}
