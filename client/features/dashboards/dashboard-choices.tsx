import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { toSentence } from '../../platform/request-failure.ts';
import { findLandmark } from '../../ui/find-landmark.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Dashboard } from './api.ts';
import { DashboardFormDialog } from './dashboard-form-dialog.tsx';
import styles from './dashboard-picker.module.css';
import {
  boardSearch,
  hostOf,
  useDashboards,
  usePreferDashboard,
  type OpenDashboard,
} from './use-dashboards.ts';
import { useKnownReach } from './use-embed.ts';

type DashboardChoicesProps = {
  anchor: HTMLElement;
  current: OpenDashboard;
  onClose: () => void;
};

/** Those to choose from, in groups: the person's own, those of the role, those of other servers. */
export function DashboardChoices({ anchor, current, onClose }: DashboardChoicesProps) {
  const { data, error } = useDashboards();
  const navigate = useNavigate();
  const prefer = usePreferDashboard();
  const [sought, setSought] = useState('');
  const [makes, setMakes] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const currentId = current.kind === 'dashboard' ? current.dashboard.id : current.kind === 'start' ? null : 0;
  const first = data?.find(({ selected }) => selected)?.id ?? null;
  const words = sought.trim().toLowerCase();
  const isFound = (name: string) => name.toLowerCase().includes(words);
  const found = (data ?? []).filter(({ name }) => isFound(name));
  const groups = groupDashboards(found);
  const showsStart = isFound('Start');

  function open(id: number | null) {
    onClose();
    // The page stands already: another board is another address of it.
    void navigate({ search: boardSearch(id) });
  }

  function walk(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, [data-choice]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length];
    event.preventDefault();
    next?.focus();
  }

  if (makes)
    return (
      <DashboardFormDialog
        onClose={onClose}
        onMade={(id) => {
          onClose();
          void navigate({ search: boardSearch(id) });
        }}
      />
    );
  return (
    <Popover
      open
      anchorEl={anchor}
      container={() => findLandmark(anchor)}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          ref: panel,
          role: 'dialog',
          'aria-label': 'Dashboards',
          className: styles.paper,
          onKeyDown: walk,
        },
      }}
    >
      <div className={styles.find}>
        <Icon name="search" size={16} />
        <input
          ref={focusFirst}
          className={styles.input}
          type="text"
          aria-label="Find a dashboard"
          placeholder="Find a dashboard"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            panel.current?.querySelector<HTMLElement>('[data-choice]')?.click();
          }}
        />
      </div>
      <div className={styles.list}>
        {(showsStart || groups.own.length > 0) && (
          <Group name="Mine">
            {showsStart && (
              <Choice
                name="Start"
                icon="home"
                note={first === null ? 'opens first' : ''}
                isCurrent={currentId === null}
                onOpen={() => open(null)}
              />
            )}
            {groups.own.map((dashboard) => (
              <Choice
                key={dashboard.id}
                name={dashboard.name}
                note={dashboard.selected ? 'opens first' : ''}
                isCurrent={currentId === dashboard.id}
                onOpen={() => open(dashboard.id)}
              />
            ))}
          </Group>
        )}
        {groups.shared.length > 0 && (
          <Group name="Shared">
            {groups.shared.map((dashboard) => (
              <Choice
                key={dashboard.id}
                name={dashboard.name}
                note={dashboard.selected ? 'opens first' : dashboard.roles.map(({ name }) => name).join(', ')}
                isCurrent={currentId === dashboard.id}
                onOpen={() => open(dashboard.id)}
              />
            ))}
          </Group>
        )}
        {groups.embedded.length > 0 && (
          <Group name="Embedded">
            {groups.embedded.map((dashboard) => (
              <EmbeddedChoice
                key={dashboard.id}
                dashboard={dashboard}
                isCurrent={currentId === dashboard.id}
                onOpen={() => open(dashboard.id)}
              />
            ))}
          </Group>
        )}
        {error !== null && data === undefined && (
          <p
            className={styles.nothing}
            role="alert"
          >{`Dashboards could not be loaded: ${toSentence(error)}`}</p>
        )}
        {data !== undefined && !showsStart && found.length === 0 && (
          <p className={styles.nothing} role="status">
            No dashboard has this in its name.
          </p>
        )}
      </div>
      <div className={styles.foot}>
        <Button variant="text" startIcon={<Icon name="plus" size={16} />} onClick={() => setMakes(true)}>
          New dashboard
        </Button>
        {currentId !== 0 && currentId !== first && (
          <Button
            variant="text"
            onClick={() => {
              prefer(currentId);
              onClose();
            }}
          >
            Open this one first
          </Button>
        )}
      </div>
    </Popover>
  );
}

function groupDashboards(dashboards: readonly Dashboard[]) {
  const isEmbedded = ({ embedType }: Dashboard) => embedType === 'SIGNED_URL';
  const builtIn = dashboards.filter((dashboard) => !isEmbedded(dashboard));
  return {
    own: builtIn.filter(({ isOwn, roles }) => isOwn && roles.length === 0),
    shared: builtIn.filter(({ isOwn, roles }) => !isOwn || roles.length > 0),
    embedded: dashboards.filter(isEmbedded),
  };
}

function Group({ name, children }: { name: string; children: React.ReactNode }) {
  const headId = useId();
  return (
    <>
      <p id={headId} className={styles.head}>
        {name}
      </p>
      <ul className={styles.group} aria-labelledby={headId}>
        {children}
      </ul>
    </>
  );
}

type ChoiceProps = {
  name: string;
  icon?: 'home' | 'external';
  note: string;
  tone?: 'error' | undefined;
  isCurrent: boolean;
  onOpen: () => void;
};

function Choice({ name, icon, note, tone, isCurrent, onOpen }: ChoiceProps) {
  return (
    <li>
      <button type="button" data-choice className={styles.item} aria-current={isCurrent} onClick={onOpen}>
        <span className={styles.icon}>
          {isCurrent ? <Icon name="check" /> : icon !== undefined && <Icon name={icon} />}
        </span>
        <span className={styles.itemName}>{name}</span>
        {note !== '' && (
          <span className={styles.note} data-tone={tone}>
            {note}
          </span>
        )}
      </button>
    </li>
  );
}

function EmbeddedChoice({
  dashboard,
  ...choice
}: Pick<ChoiceProps, 'isCurrent' | 'onOpen'> & { dashboard: Dashboard }) {
  const isReached = useKnownReach(new URL(dashboard.serverUrl ?? '').origin);
  const note = dashboard.selected ? 'opens first' : hostOf(dashboard);
  return (
    <Choice
      {...choice}
      name={dashboard.name}
      icon="external"
      note={isReached === false ? 'does not answer' : note}
      tone={isReached === false ? 'error' : undefined}
    />
  );
}

/** Whoever opens it is about to type, or to walk down. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus();
