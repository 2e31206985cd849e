import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { Link } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { listMenuPlaces, menuItemPath, type MenuPlace } from '../features/menu/match-menu-item.ts';
import { useMenu, useMenuActions } from '../features/menu/use-menu.ts';
import { useRecordCounts } from '../features/menu/use-record-counts.ts';
import { AssignedCard } from '../features/start/assigned-card.tsx';
import { ChangesCard } from '../features/start/changes-card.tsx';
import { FirstSteps } from '../features/start/first-steps.tsx';
import { ResumeCard } from '../features/start/resume-card.tsx';
import type { StartPlaces } from '../features/start/start-places.ts';
import { useAssigned, useChanges, useStartFollows, useViews } from '../features/start/use-start.ts';
import { ViewsCard } from '../features/start/views-card.tsx';
import { useSetUp } from '../features/templates/use-set-up.ts';
import { viewerZone } from '../platform/clock.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icons.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useTitleFocus } from '../ui/page-header.tsx';
import styles from './start-page.module.css';
import { SetUp, SetUpLine } from './set-up.tsx';
import { useResumables } from './use-resumables.ts';
import { useStartPlaces } from './use-start-places.tsx';

export function StartPage() {
  const { tenantPath } = useSession();
  const { data: groups } = useMenu();
  const counts = useRecordCounts();
  const views = useViews().data;
  const administers = views?.administers === true;
  const { data: setUp = views?.setUp } = useSetUp(views?.setUp != null);
  const places = useStartPlaces();
  const menu = listMenuPlaces(groups ?? []);
  const grids = menu.filter(({ item }) => item.hasRecordTypes && item.recordType !== null);
  const users = menu.find(({ item }) => item.route === 'users');
  const types = administers ? menu.find(({ item }) => item.route === 'record-types') : undefined;
  const usersPath = administers && users !== undefined ? `${tenantPath}/${menuItemPath(users)}` : null;
  const creatable = useCreatable(grids);
  const resumables = useResumables(grids, tenantPath ?? '');
  useStartFollows(grids.flatMap(({ item }) => item.recordType?.id ?? []));
  if (setUp != null && !setUp.putAway) return <SetUp grids={grids} creatable={creatable} menu={menu} />;
  const isFirstDay = counts.size > 0 && [...counts.values()].every((count) => count === 0);

  return (
    <>
      <header className={styles.header}>
        <Greeting />
        <div className={styles.actions}>
          {usersPath !== null && (
            <Button
              component={Link}
              to={`${usersPath}?invite=true`}
              variant="outlined"
              startIcon={<Icon name="user" />}
            >
              Invite
            </Button>
          )}
          <NewRecord places={creatable} tenantPath={tenantPath ?? ''} />
        </div>
      </header>
      {setUp != null && <SetUpLine stepsDone={setUp.stepsDone} />}
      {groups !== undefined && grids.length === 0 ? (
        <EmptyState
          title="No items found"
          action={
            types && (
              <Button component={Link} to={`${tenantPath}/${menuItemPath(types)}`} variant="outlined">
                Record types
              </Button>
            )
          }
        >
          {types === undefined
            ? 'Your role has no records to show here yet. An administrator of the company can give it some.'
            : 'No record type is in the menu of your role yet. A record type is what you keep records of: orders, bills, machines.'}
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <div className={styles.column}>
            {isFirstDay ? (
              <FirstSteps
                create={creatable[0] && createPath(creatable[0], tenantPath ?? '')}
                invite={usersPath}
              />
            ) : (
              <Work places={places} />
            )}
          </div>
          <div className={styles.column}>
            <ViewsCard places={places} />
            <ResumeCard items={resumables} />
          </div>
        </div>
      )}
    </>
  );
}

/** How long the first list is nobody knows before it is there: what is under it comes then, and does not jump. */
function Work({ places }: { places: StartPlaces }) {
  const { data, error } = useAssigned();
  // Asked for at once, whatever is shown first.
  useChanges();
  return (
    <>
      <AssignedCard places={places} />
      {(data !== undefined || error !== null) && <ChangesCard places={places} />}
    </>
  );
}

const hourNow = (): number => new Date().getHours();

function Greeting() {
  const { data: details } = useUserDetails();
  const { data: assigned } = useAssigned();
  const hour = hourNow();
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const name = details?.firstName ?? details?.name;
  const title = `Good ${time}${name ? `, ${name}` : ''}`;
  const heading = useTitleFocus(title);
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: viewerZone(),
  }).format();
  const overdue = assigned?.groups.find(({ due }) => due === 'OVERDUE')?.total ?? 0;
  return (
    <div className={styles.greeting}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.sentence}>
        {day}.{assigned !== undefined && ` ${sayAssigned(assigned.total, overdue)}`}
      </p>
    </div>
  );
}

function sayAssigned(total: number, overdue: number): string {
  if (total === 0) return 'Nothing waits for you.';
  const yours = total === 1 ? '1 open record is yours' : `${showCount(total)} open records are yours`;
  if (overdue === 0) return `${yours}, none of them overdue.`;
  return `${yours}, ${showCount(overdue)} of them overdue.`;
}

/** The types of which the role may make records: each once, at its own item. */
function useCreatable(grids: readonly MenuPlace[]): MenuPlace[] {
  const actions = useMenuActions();
  const seen = new Set<number>();
  return grids.filter(({ item }) => {
    const { recordType } = item;
    if (recordType === null || recordType.isSuper || seen.has(recordType.id)) return false;
    if (actions.get(item.id)?.has('create records') !== true) return false;
    seen.add(recordType.id);
    return true;
  });
}

const createPath = ({ item }: MenuPlace, tenantPath: string): string =>
  `${tenantPath}/create-record?recordTypeId=${item.recordType?.id ?? 0}`;

function NewRecord({ places, tenantPath }: { places: readonly MenuPlace[]; tenantPath: string }) {
  const [only] = places;
  if (only === undefined) return null;
  const state = { previousPath: `${tenantPath}/dashboard` };
  const icon = <Icon name="plus" />;
  if (places.length === 1)
    return (
      <Button
        component={Link}
        to={createPath(only, tenantPath)}
        state={state}
        variant="contained"
        startIcon={icon}
      >
        New Record
      </Button>
    );
  return (
    <MenuButton label="New Record" variant="contained" startIcon={icon}>
      {() =>
        places.map((place) => (
          <MenuItem key={place.item.id} component={Link} to={createPath(place, tenantPath)} state={state}>
            {place.item.name}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
