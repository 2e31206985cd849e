// The first steps of a company: they stand in the place of the dashboard until they are done or put away.
import Button from '@mui/material/Button';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { InviteDialog } from '../features/invitations/invite-dialog.tsx';
import { useInvitations } from '../features/invitations/use-invitations.ts';
import { menuItemPath, type MenuPlace } from '../features/menu/match-menu-item.ts';
import { putSetUpAway, type SetUp as SetUpState } from '../features/templates/api.ts';
import { SetUpStep } from '../features/templates/set-up-step.tsx';
import { TemplatePreview } from '../features/templates/template-preview.tsx';
import { TemplateStep } from '../features/templates/template-step.tsx';
import { useCompanyTemplates, useSetUp, useSetUpChange } from '../features/templates/use-set-up.ts';
import { toSentence } from '../platform/request-failure.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { focusIfLost } from '../ui/focus-if-lost.ts';
import { Icon } from '../ui/icons.tsx';
import { useTitleFocus } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import styles from './set-up.module.css';

type SetUpProps = {
  /** What the menu leads to: grids, those of which the role makes records, and everything. */
  grids: readonly MenuPlace[];
  creatable: readonly MenuPlace[];
  menu: readonly MenuPlace[];
};

export function SetUp(props: SetUpProps) {
  const { data: setUp } = useSetUp(true);
  const { data: details } = useUserDetails();
  const { tenantId } = useSession();
  const tenant = details?.tenants.find((one) => String(one.tenant.id) === tenantId)?.tenant;
  const heading = useTitleFocus(tenant === undefined ? 'Set up' : `Set up ${tenant.name}`);
  return (
    <>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          Set up {tenant?.name}
        </h1>
        {setUp != null && <Progress stepsDone={setUp.stepsDone} />}
      </header>
      {setUp != null && details !== undefined && tenant !== undefined ? (
        <Steps {...props} setUp={setUp} person={details} company={tenant} />
      ) : (
        <ProgressLine active label="Loading the first steps" />
      )}
    </>
  );
}

function Progress({ stepsDone }: { stepsDone: number }) {
  const put = usePutAway();
  return (
    <div className={styles.progress}>
      <span id="set-up-progress">{stepsDone} of 5 done</span>
      <progress className={styles.bar} max={5} value={stepsDone} aria-labelledby="set-up-progress" />
      <Button variant="text" size="small" onClick={() => void put(true)}>
        Put away
      </Button>
    </div>
  );
}

/** What is left of the first steps when they are put away. */
export function SetUpLine({ stepsDone }: { stepsDone: number }) {
  const put = usePutAway();
  return (
    <p className={styles.away}>
      <span>The company is being set up: {stepsDone} of 5 steps are done.</span>
      <Button variant="text" size="small" onClick={() => void put(false)}>
        Show the steps
      </Button>
    </p>
  );
}

function usePutAway() {
  const change = useSetUpChange();
  return async (putAway: boolean) => {
    try {
      await change(() => putSetUpAway(putAway));
      // What was pressed went with the page that it stood on; another one has the title now.
      setTimeout(() => focusIfLost(document.querySelector<HTMLElement>('h1')));
    } catch (refusal) {
      snackbars.error(`Save changes failed: ${toSentence(refusal)}`);
    }
  };
}

type StepsProps = SetUpProps & {
  setUp: SetUpState;
  person: { email: string; secondFactor: boolean };
  company: { name: string; url: string };
};

function Steps({ setUp, person, company, menu, creatable }: StepsProps) {
  const { tenantPath } = useSession();
  const templates = useCompanyTemplates();
  const [chosen, setChosen] = useState<readonly string[]>(['sales-orders']);
  const [addsMore, setAddsMore] = useState(false);
  const isNarrow = useMediaQuery('(width < 1100px)');
  const hasTypes = setUp.hasRecordTypes || setUp.startedEmpty;
  const all = templates.data ?? [];
  const offered = all.filter(({ isThere }) => !isThere);
  const ticked = offered.filter(({ key }) => chosen.includes(key));
  const applied = all.filter(({ key }) => setUp.templates.includes(key)).map(({ name }) => name);
  const settings = menu.find(({ item }) => item.route === 'tenant-profile-settings');
  const types = menu.find(({ item }) => item.route === 'record-types');
  const choosing = !hasTypes || addsMore;
  const chosenStep = useRef<HTMLHeadingElement>(null);
  const wasChoosing = useRef(choosing);
  useEffect(() => {
    if (wasChoosing.current && !choosing) focusIfLost(chosenStep.current);
    wasChoosing.current = choosing;
  }, [choosing]);
  const preview = choosing ? (ticked.length > 0 ? ticked : offered.slice(0, 1)) : [];

  return (
    <div className={preview.length > 0 ? styles.columns : ''}>
      <ol className={styles.steps} aria-label="First steps">
        <SetUpStep
          number={1}
          isDone
          title="Your account"
          about={`${person.email}, two-factor is ${person.secondFactor ? 'on' : 'off'}`}
          aside={person.secondFactor ? undefined : <Link to="/account">Protect it</Link>}
        />
        <SetUpStep
          number={2}
          isDone
          title="Your company"
          about={`${company.name}, at /${company.url}`}
          aside={settings && <Link to={`${tenantPath}/${menuItemPath(settings)}`}>Change</Link>}
        />
        <SetUpStep
          ref={chosenStep}
          number={3}
          isDone={hasTypes}
          title="What do you work with?"
          about={
            choosing
              ? 'A record type is what you keep records of: orders, bills, machines. A template makes one with fields, statuses and a role; all of it can be changed later.'
              : sayApplied(applied, setUp)
          }
          aside={
            hasTypes &&
            !addsMore && (
              <>
                {offered.length > 0 && (
                  <Button size="small" variant="text" onClick={() => setAddsMore(true)}>
                    Add a template
                  </Button>
                )}
                {types !== undefined && <Link to={`${tenantPath}/${menuItemPath(types)}`}>Record types</Link>}
              </>
            )
          }
        >
          {choosing && templates.data === undefined && templates.error === null && (
            <ProgressLine active label="Loading the templates" />
          )}
          {choosing && templates.data === undefined && templates.error !== null && (
            <ErrorAlert
              failure={templates.error}
              title="The templates could not be loaded"
              onRetry={() => void templates.refetch()}
            />
          )}
          {choosing && templates.data !== undefined && (
            <TemplateStep
              templates={all}
              chosen={chosen}
              onChoose={setChosen}
              mayStartEmpty={!hasTypes}
              onDone={() => setAddsMore(false)}
            />
          )}
        </SetUpStep>
        <RecordsStep
          isDone={setUp.hasRecords}
          lacksType={!setUp.hasRecordTypes}
          typesPath={choosing || types === undefined ? null : `${tenantPath}/${menuItemPath(types)}`}
          creatable={creatable}
          tenantPath={tenantPath ?? ''}
        />
        <PeopleStep people={setUp.peopleCount} invited={setUp.invitedCount} />
      </ol>
      {preview.length > 0 &&
        (isNarrow ? (
          <details className={styles.fold}>
            <summary>This is what you get</summary>
            <TemplatePreview templates={preview} />
          </details>
        ) : (
          <section aria-labelledby="set-up-preview">
            <h2 id="set-up-preview" className={styles.previewTitle}>
              This is what you get
            </h2>
            <TemplatePreview templates={preview} />
          </section>
        ))}
    </div>
  );
}

function sayApplied(applied: readonly string[], { startedEmpty }: SetUpState): string {
  if (applied.length > 0) return `${applied.join(', ')}: made, with statuses, roles and a menu.`;
  return startedEmpty ? 'You started empty.' : 'This company has record types.';
}

type RecordsStepProps = {
  isDone: boolean;
  /** The company has none yet. */
  lacksType: boolean;
  /** Where record types are made; null while templates are offered above. */
  typesPath: string | null;
  creatable: readonly MenuPlace[];
  tenantPath: string;
};

function RecordsStep({ isDone, lacksType, typesPath, creatable, tenantPath }: RecordsStepProps) {
  const [first] = creatable;
  return (
    <SetUpStep
      number={4}
      isDone={isDone}
      title="Bring your records"
      aside="Any time"
      about={
        first === undefined
          ? lacksType
            ? 'Records need a record type first: it says what fields they have.'
            : 'As soon as a record type is in the menu, and your role may make records of it.'
          : isDone
            ? 'There are records. More come the same ways.'
            : 'Make the first one by hand, or bring a file.'
      }
    >
      {first === undefined && typesPath !== null && (
        <div className={styles.row}>
          <Button
            component={Link}
            to={lacksType ? `${typesPath}?add=true` : typesPath}
            variant="outlined"
            startIcon={<Icon name="plus" />}
          >
            {lacksType ? 'Add a record type' : 'Record types'}
          </Button>
        </div>
      )}
      {first !== undefined && (
        <>
          <div className={styles.row}>
            {creatable.map(({ item }) => (
              <Button
                key={item.id}
                component={Link}
                to={`${tenantPath}/create-record?recordTypeId=${item.recordType?.id ?? 0}`}
                state={{ previousPath: `${tenantPath}/dashboard` }}
                variant="outlined"
                startIcon={<Icon name="plus" />}
              >
                New in {item.name}
              </Button>
            ))}
          </div>
          <p className={styles.import}>
            A file (.xlsx, .csv or .tsv) comes in from the grid, by Import:{' '}
            {creatable.map((place, index) => (
              <Fragment key={place.item.id}>
                {index > 0 && ', '}
                <Link to={`${tenantPath}/${menuItemPath(place)}`}>{place.item.name}</Link>
              </Fragment>
            ))}
            . Columns are matched by name, and nothing is written before you have seen what becomes of each
            row.
          </p>
        </>
      )}
    </SetUpStep>
  );
}

function PeopleStep({ people, invited }: { people: number; invited: number }) {
  const [opens, setOpens] = useState(false);
  const invitations = useInvitations(true);
  const change = useSetUpChange();
  return (
    <SetUpStep
      number={5}
      isDone={people > 1 || invited > 0}
      title="Invite your people"
      aside="Any time"
      about={sayPeople(people, invited)}
    >
      <div className={styles.row}>
        <Button
          variant="outlined"
          startIcon={<Icon name="user" />}
          disabled={invitations.data === undefined}
          onClick={() => setOpens(true)}
        >
          Invite
        </Button>
      </div>
      {opens && (
        <InviteDialog
          roles={invitations.data?.roles ?? []}
          onClose={() => {
            setOpens(false);
            void change(async () => undefined);
          }}
        />
      )}
    </SetUpStep>
  );
}

function sayPeople(people: number, invited: number): string {
  const here = people === 1 ? 'You are alone here so far' : `${people} people belong to the company`;
  if (invited === 0)
    return people === 1 ? `${here}. Each person gets a role, which says what they see.` : `${here}.`;
  return `${here}, and ${invited === 1 ? 'one invitation is' : `${invited} invitations are`} open.`;
}
