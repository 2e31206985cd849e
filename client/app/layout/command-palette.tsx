// Search or jump, Ctrl+K: any grid, record, view, company, person or action in two or three letters. What is known here
// answers at once; records are asked of the server, and come beside it.
import { showCurrency, showNumber } from '@rowhouse/domain/kernel/formats.ts';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../features/identity/use-session.ts';
import { useUserDetails } from '../../features/identity/user-details.ts';
import { listMenuPlaces, matchMenuItem, menuItemPath } from '../../features/menu/match-menu-item.ts';
import { useMenu, useMenuActions } from '../../features/menu/use-menu.ts';
import { useRecordCounts } from '../../features/menu/use-record-counts.ts';
import type { RecordLine, RecordSearch } from '../../features/start/api.ts';
import type { StartPlaces } from '../../features/start/start-places.ts';
import { useFoundRecords } from '../../features/start/use-found-records.ts';
import { useAssigned, useViews } from '../../features/start/use-start.ts';
import { findTenants } from '../../features/tenants/find-tenants.ts';
import { useUserOptions } from '../../values/choices/use-user-options.ts';
import { useStartPlaces } from '../../pages/use-start-places.tsx';
import { toSentence } from '../../platform/request-failure.ts';
import { listRecentPlaces } from '../../platform/storage/recent-places.ts';
import type { IconName } from '../../ui/icons.tsx';
import { JumpList, type JumpGroup, type JumpItem } from '../../ui/jump-list.tsx';
import { useSignOut } from './use-sign-out.ts';

const mostOfGroup = 4;
const mostNarrowed = 24;

type CommandPaletteProps = { onToggleDrawer: () => void; onClose: () => void };

export function CommandPalette({ onToggleDrawer, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const [only, setOnly] = useState<string | null>(null);
  const navigate = useNavigate();
  const { tenantId } = useSession();
  const { data: details } = useUserDetails();
  const tenant = details?.tenants.find((membership) => String(membership.tenant.id) === tenantId)?.tenant;
  const asked = readAsked(text);
  const found = useFoundRecords(asked.kind === 'all' || asked.kind === 'number' ? asked.sought : '');
  const local = useLocalGroups(onToggleDrawer, asked.kind === 'person');
  const groups = useMemo(
    () => arrange(asked, local, found.data, only),
    // eslint-disable-next-line react/exhaustive-deps -- what is asked follows from the text alone
    [text, local, found.data, only],
  );

  function choose(item: JumpItem, isBeside: boolean): void {
    if (item.to !== undefined && isBeside) {
      window.open(item.to, '_blank', 'noopener');
      return;
    }
    onClose();
    if (item.to !== undefined) void navigate(item.to);
    else item.run?.();
  }

  return (
    <JumpList
      label="Search or jump to"
      placeholder="Search or jump to…"
      scope={tenant?.name ?? ''}
      text={text}
      onText={(next) => {
        setText(next);
        setOnly(null);
      }}
      sought={asked.sought}
      groups={groups}
      isBusy={found.isFetching}
      notice={sayNotice(found.error, found.data)}
      nothing={
        text.trim() === ''
          ? 'Type a number, a name or what is to be done.'
          : `Nothing was found for “${text.trim()}”.`
      }
      onNarrow={setOnly}
      isNarrowed={only !== null}
      onChoose={choose}
      onClose={onClose}
      foot={foot}
    />
  );
}

const foot = (
  <>
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> move
    </span>
    <span>
      <kbd>Enter</kbd> open
    </span>
    <span>
      <kbd>Ctrl Enter</kbd> in a new tab
    </span>
    <span>
      <kbd>Tab</kbd> one group
    </span>
    <span style={{ marginLeft: 'auto' }}>
      <kbd>#</kbd> number <kbd>&gt;</kbd> action <kbd>@</kbd> person
    </span>
  </>
);

type Asked = { readonly kind: 'all' | 'number' | 'action' | 'person'; readonly sought: string };

function readAsked(text: string): Asked {
  const plain = text.trim();
  const rest = plain.slice(1).trim();
  if (plain.startsWith('#')) return { kind: 'number', sought: rest.replace(/\D/g, '') };
  if (plain.startsWith('>')) return { kind: 'action', sought: rest };
  if (plain.startsWith('@')) return { kind: 'person', sought: rest };
  return { kind: 'all', sought: plain };
}

function sayNotice(failure: unknown, found: RecordSearch | undefined): string | null {
  if (failure !== null) return `Records could not be searched: ${toSentence(failure)}`;
  if (found !== undefined && found.late.length > 0)
    return `Searching ${found.late.join(', ')} takes too long here. Search in the grid.`;
  return null;
}

type Local = {
  readonly grids: readonly JumpItem[];
  readonly views: readonly JumpItem[];
  readonly recent: readonly JumpItem[];
  readonly companies: readonly JumpItem[];
  readonly people: readonly JumpItem[];
  readonly actions: readonly JumpItem[];
  readonly places: StartPlaces;
};

/** All that is in memory, whatever is typed. */
function useLocalGroups(onToggleDrawer: () => void, wantsPeople: boolean): Local {
  const { tenantId, tenantPath: path } = useSession();
  const tenantPath = path ?? '';
  const { data: groups } = useMenu();
  const { data: details } = useUserDetails();
  const { data: saved } = useViews();
  const actions = useMenuActions();
  const counts = useRecordCounts();
  const places = useStartPlaces();
  const signOut = useSignOut();
  const people = usePeople(wantsPeople, places);
  const menu = useMemo(() => listMenuPlaces(groups ?? []), [groups]);
  const users = menu.find(({ item }) => item.route === 'users');

  const grids = menu.map((place): JumpItem => {
    const type = place.item.recordType;
    const count = type === null ? null : counts.get(type.id);
    return {
      id: `grid-${place.item.id}`,
      icon: type === null ? 'list' : 'file',
      label: place.item.name,
      note: [place.group.name, count == null ? '' : `${count.toLocaleString('en-US')} records`]
        .filter(Boolean)
        .join(' · '),
      to: `${tenantPath}/${menuItemPath(place)}`,
    };
  });
  const views = (saved?.views ?? []).flatMap((view): JumpItem[] => {
    const to = places.toView(view.recordTypeId, view.id);
    if (to === null) return [];
    const from = view.roleName === null ? 'mine' : `from ${view.roleName}`;
    return [
      {
        id: `view-${view.id}`,
        icon: 'columns',
        label: view.name,
        note: `${places.typeName(view.recordTypeId)}, ${from}`,
        to,
      },
    ];
  });
  const recent = listRecentPlaces().map(({ path: to, name }): JumpItem => ({
    id: `recent-${to}`,
    icon: 'clock',
    label: name,
    note: 'Opened lately',
    to,
  }));
  const tenants = (details?.tenants ?? []).map(({ tenant }) => tenant);
  const companies = findTenants(tenants, { sought: '', currentTenantId: tenantId }).map(
    ({ id, name, url }): JumpItem => ({
      id: `company-${id}`,
      icon: 'building',
      label: name,
      note: 'Switch company',
      to: `/${url}/dashboard`,
    }),
  );
  const seen = new Set<number>();
  const creating = menu.flatMap(({ item }): JumpItem[] => {
    const type = item.recordType;
    if (type === null || type.isSuper || seen.has(type.id)) return [];
    seen.add(type.id);
    const may = actions.get(item.id)?.has('create records') === true;
    return [
      {
        id: `create-${type.id}`,
        icon: 'plus',
        label: `New Record in ${item.name}`,
        to: `${tenantPath}/create-record?recordTypeId=${type.id}`,
        whyNot: may ? undefined : 'Your role cannot create records of this type.',
      },
    ];
  });
  const administers = saved?.administers === true;
  const act = (id: string, icon: IconName, label: string, rest: Partial<JumpItem>): JumpItem => ({
    id,
    icon,
    label,
    ...rest,
  });
  const all = [
    ...creating,
    act('invite', 'user', 'Invite a colleague', {
      to: users && `${tenantPath}/${menuItemPath(users)}?invite=true`,
      whyNot:
        administers && users !== undefined ? undefined : 'Only an administrator of this company may do this.',
    }),
    act('switch', 'switch', 'Switch company', {
      to: '/select-tenant',
      whyNot: tenants.length > 1 ? undefined : 'You belong to one company.',
    }),
    act('drawer', 'menu', 'Show or hide the menu', { run: onToggleDrawer }),
    act('account', 'lock', 'Account and security', { to: '/account' }),
    act('sign-out', 'sign-out', 'Log out', { run: () => void signOut() }),
  ];
  return { grids, views, recent, companies, people, actions: all, places };
}

/** Each leads to the records that are assigned to them, in the grid that is open or else in the first that shows it. */
function usePeople(wanted: boolean, places: StartPlaces): readonly JumpItem[] {
  const { data: options } = useUserOptions();
  const { data: assigned } = useAssigned();
  const { data: groups } = useMenu();
  const { tenantPath } = useSession();
  const { pathname } = useLocation();
  if (!wanted) return [];
  const current = matchMenuItem(groups ?? [], pathname.slice(tenantPath?.length ?? 0))?.item.recordType?.id;
  const ids = (assigned?.grids ?? []).map(({ recordTypeId }) => recordTypeId);
  const typeId = ids.find((id) => id === current) ?? ids[0];
  if (typeId === undefined) return [];
  return (options ?? []).flatMap(({ id, name }): JumpItem[] => {
    const to = places.toGrid(typeId, [
      { logicOperator: 'AND', field: 'assignedTo', operator: 'is', value: String(id) },
    ]);
    if (to === null) return [];
    return [
      { id: `person-${id}`, icon: 'user', label: name, note: `Assigned in ${places.typeName(typeId)}`, to },
    ];
  });
}

function arrange(
  { kind, sought }: Asked,
  local: Local,
  found: RecordSearch | undefined,
  only: string | null,
): JumpGroup[] {
  const most = (id: string) => (only === id ? mostNarrowed : mostOfGroup);
  const group = (id: string, name: string, items: readonly JumpItem[], limit = most(id)): JumpGroup[] => {
    const fitting = rank(items, sought);
    if (fitting.length === 0 || (only !== null && only !== id)) return [];
    const shown = fitting.slice(0, limit);
    const aside = fitting.length > shown.length ? `1–${shown.length} of ${fitting.length}` : undefined;
    return [{ id, name, aside, items: shown }];
  };
  if (kind === 'action') return group('actions', 'Actions', local.actions, mostNarrowed);
  if (kind === 'person') return group('people', 'People', local.people, mostNarrowed);
  const records = sought === '' ? [] : recordGroups(sought, found, local.places, only);
  if (kind === 'number') return records;
  if (sought === '')
    return [
      ...group('recent', 'Opened lately', local.recent),
      ...group('views', 'Views', local.views),
      ...group('actions', 'Actions', local.actions),
    ];
  return [
    ...records,
    ...group('grids', 'Grids and pages', local.grids),
    ...group('views', 'Views', local.views),
    ...group('companies', 'Companies', local.companies),
    ...group('actions', 'Actions', local.actions),
  ];
}

/** Those that hold every word that was typed; the ones that begin with the first of them come first. */
function rank(items: readonly JumpItem[], sought: string): readonly JumpItem[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  const textOf = ({ label }: JumpItem) => label.toLowerCase();
  const startsWord = (item: JumpItem) =>
    textOf(item)
      .split(/[\s/-]+/)
      .some((word) => word.startsWith(words[0] ?? ''));
  const fitting = items.filter((item) => words.every((word) => textOf(item).includes(word)));
  return [...fitting.filter(startsWord), ...fitting.filter((item) => !startsWord(item))];
}

function recordGroups(
  sought: string,
  found: RecordSearch | undefined,
  places: StartPlaces,
  only: string | null,
): JumpGroup[] {
  if (found === undefined || (only !== null && only !== 'records')) return [];
  const lines = found.grids.flatMap(({ records }) => records);
  const isExact = ({ recordNumber }: RecordLine) => String(recordNumber) === sought;
  const ordered = [...lines.filter(isExact), ...lines.filter((line) => !isExact(line))];
  const shown = ordered.slice(0, only === 'records' ? mostNarrowed : mostOfGroup);
  const items = shown.flatMap((line) => recordItem(line, places));
  const wholes = found.grids.flatMap(({ recordTypeId, records, isMore }): JumpItem[] => {
    const isShown = records.every((record) => shown.includes(record));
    const to = places.toSearch(recordTypeId, sought);
    if ((isShown && !isMore) || to === null) return [];
    return [
      {
        id: `find-${recordTypeId}`,
        icon: 'search',
        label: `All in ${places.typeName(recordTypeId)}`,
        note: 'Find in the grid',
        to,
      },
    ];
  });
  if (items.length === 0) return [];
  const grids = found.grids.length === 1 ? '1 grid' : `${found.grids.length} grids`;
  return [
    {
      id: 'records',
      name: 'Records',
      aside: `in ${grids}`,
      items: [...items, ...wholes.slice(0, mostOfGroup)],
    },
  ];
}

function recordItem(line: RecordLine, places: StartPlaces): JumpItem[] {
  const to = places.toRecord(line.recordTypeId, line.id);
  if (to === null) return [];
  const number = line.recordNumber == null ? '' : showNumber(line.recordNumber);
  const where = line.found == null ? '' : `${line.found.name}: ${line.found.text}`;
  return [
    {
      id: `record-${line.id}`,
      icon: 'file',
      label: [number, line.title ?? '', where && `· ${where}`].filter(Boolean).join(' '),
      note: [places.typeName(line.recordTypeId), line.amount == null ? '' : showCurrency(line.amount)]
        .filter(Boolean)
        .join(' · '),
      end: line.status == null ? undefined : places.chip(line.status.name),
      to,
    },
  ];
}
