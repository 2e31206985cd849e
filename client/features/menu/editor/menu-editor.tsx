import Button from '@mui/material/Button';
import { isMenuItemError, menuItemsError } from '@rowhouse/domain/menu/pages.ts';
import type { EditedMenu } from '@rowhouse/domain/menu/edit-menu.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { askImpact } from '../../../platform/ask-impact.ts';
import { askWhereUsed } from '../../../platform/ask-where-used.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { sendOnce } from '../../../platform/send-once.ts';
import { watchConfiguration } from '../../../platform/socket.ts';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useScreenKeys } from '../../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { updateCompanyMenu, type CompanyMenu } from '../api.ts';
import { EntryDialog } from './entry-dialog.tsx';
import styles from './menu-editor.module.css';
import { menuKeys } from './menu-keys.ts';
import {
  carryRow,
  countChanges,
  itemsTaken,
  moveInto,
  newRow,
  parentOf,
  stepRow,
  toMenu,
  toRows,
  type MenuRow,
} from './menu-rows.ts';
import { stickyBar } from '../../../ui/sticky-bar.ts';

const below = { group: 'section', section: 'item' } as const;

const toInput = (version: number, menu: EditedMenu) => ({
  version,
  groups: menu.map(({ sections, ...group }) => ({
    ...group,
    sections: sections.map(({ items, ...section }) => ({ ...section, items: [...items] })),
  })),
});

/** Groups, sections and items as rows that are moved, changed and switched, and saved together. */
export function MenuEditor({ menu }: { menu: CompanyMenu }) {
  const client = useQueryClient();
  const [base, setBase] = useState(menu);
  const before = useMemo(() => toRows(base.groups), [base]);
  const [rows, setRows] = useState<readonly MenuRow[]>(before);
  const [edited, setEdited] = useState<{ row: MenuRow; parent: string } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const changes = countChanges(rows, before);
  const isStale = menu.version !== base.version;
  const letGo = useUnsavedWork(changes > 0 ? 'The menu is not saved.' : null);
  useEffect(() => watchConfiguration(), []);

  // Nothing of one's own is in the way of what another administrator saved.
  if (isStale && changes === 0) {
    setBase(menu);
    setRows(toRows(menu.groups));
  }

  function write(next: readonly MenuRow[], said = '') {
    setRows(next);
    setFailure(null);
    setTold(said);
  }

  function step(row: MenuRow, by: -1 | 1) {
    const next = stepRow(rows, row.key, by);
    const parent = parentOf(next, row.key);
    write(
      next,
      next === rows
        ? `${row.name} cannot be moved further`
        : `${row.name} moved${parent ? `, in ${parent.name}` : ''}`,
    );
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(row.key)}"]`)?.focus(),
    );
  }

  function onKey(event: KeyboardEvent, row: MenuRow) {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    step(row, by);
  }

  const carry = useRef<(key: string, over: string) => void>(() => undefined);
  useEffect(() => {
    carry.current = (key, over) => {
      const next = carryRow(rows, key, over);
      if (next !== rows) write(next);
    };
  });
  function onGripDown(event: PointerEvent<HTMLButtonElement>, row: MenuRow) {
    if (event.button !== 0) return;
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    const onMove = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]');
      const over = found?.dataset['row'];
      if (over !== undefined && over !== row.key) carry.current(row.key, over);
    };
    grip.addEventListener('pointermove', onMove);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', onMove), {
      once: true,
    });
  }

  function done(row: MenuRow, parent: string) {
    const isThere = rows.some(({ key }) => key === row.key);
    const placed = isThere ? rows.map((one) => (one.key === row.key ? row : one)) : [...rows, row];
    const isElsewhere = parent !== '' && (!isThere || parentOf(rows, row.key)?.key !== parent);
    write(isElsewhere ? moveInto(placed, row.key, parent) : placed);
    setEdited(null);
  }

  async function save() {
    if (changes === 0 || saving || edited !== null) return;
    const isSure = await askImpact({
      title: 'Save the menu?',
      confirmLabel: 'Save menu',
      changes: itemsTaken(rows, before),
    });
    if (!isSure) return;
    setSaving(true);
    setFailure(null);
    try {
      await sendOnce('updateCompanyMenu', toInput(base.version, toMenu(rows)), updateCompanyMenu);
      letGo();
      const saved = rows;
      await client.invalidateQueries({ queryKey: ['menu'] });
      const fresh = client.getQueryData<CompanyMenu>(['menu', 'company']);
      if (fresh !== undefined) {
        setBase(fresh);
        setRows(toRows(fresh.groups));
      } else setRows(saved);
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      setFailure(refusal);
      if (refusal instanceof RequestFailure && refusal.code === 'CONFLICT')
        void client.invalidateQueries({ queryKey: ['menu'] });
    } finally {
      setSaving(false);
    }
  }

  useScreenKeys(menuKeys, { save: () => void save() });

  const parents = rows.filter(({ kind }) => kind === (edited?.row.kind === 'item' ? 'section' : 'group'));
  return (
    <div className={styles.editor}>
      <div className={styles.bar}>
        <Button
          variant="outlined"
          startIcon={<Icon name="plus" />}
          onClick={() => setEdited({ row: newRow('group', {}), parent: '' })}
        >
          Add group
        </Button>
        <span className={`${styles.quiet} ${styles.hint}`}>
          <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> on a grip moves its row with what stands below it
        </span>
      </div>
      {isStale && changes > 0 && (
        <div role="alert" className={styles.stale}>
          <span>Another administrator has changed the menu since you opened this page.</span>
          <Button
            size="small"
            onClick={() => {
              setBase(menu);
              write(toRows(menu.groups));
            }}
          >
            Take theirs, leave mine
          </Button>
        </div>
      )}
      {failure !== null && <ErrorAlert failure={failure} title="The menu was not saved" />}
      {rows.length === 0 && <EmptyState title="No items found" icon="list" />}
      <ul ref={list} className={styles.rows} aria-label="The menu">
        {rows.map((row) => (
          <li
            key={row.key}
            className={styles.row}
            data-row={row.key}
            data-kind={row.kind}
            data-off={!row.enabled || undefined}
          >
            <button
              type="button"
              className={styles.grip}
              data-grip={row.key}
              aria-label={`Move ${row.name}`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onKeyDown={(event) => onKey(event, row)}
              onPointerDown={(event) => onGripDown(event, row)}
            >
              <Icon name="drag" size={16} />
            </button>
            <span className={styles.words}>
              <span className={styles.name}>{row.name}</span>
              <span className={styles.quiet}>{aboutOf(row, menu)}</span>
            </span>
            {row.kind === 'item' && isMenuItemError(row) && <Chip tone="red">{menuItemsError}</Chip>}
            <span className={styles.tools}>
              {row.kind !== 'item' && (
                <button
                  type="button"
                  className={styles.tool}
                  aria-label={`Add ${row.kind === 'group' ? 'a section' : 'an item'} to ${row.name}`}
                  onClick={() => setEdited({ row: newRow(below[row.kind as 'group'], {}), parent: row.key })}
                >
                  <Icon name="plus" size={16} />
                </button>
              )}
              {row.kind === 'item' && row.id !== null && (
                <button
                  type="button"
                  className={styles.tool}
                  aria-label={`Where is ${row.name} used?`}
                  title="Where is this used?"
                  onClick={() => askWhereUsed({ kind: 'MENU_ITEM', id: row.id! })}
                >
                  <Icon name="search" size={16} />
                </button>
              )}
              <button
                type="button"
                className={styles.tool}
                aria-label={`Change ${row.name}`}
                onClick={() => setEdited({ row, parent: parentOf(rows, row.key)?.key ?? '' })}
              >
                <Icon name="edit" size={16} />
              </button>
              <button
                type="button"
                className={styles.state}
                aria-label={`${row.name}: ${row.enabled ? 'Active' : 'Inactive'}`}
                aria-pressed={row.enabled}
                onClick={() =>
                  write(rows.map((one) => (one.key === row.key ? { ...one, enabled: !one.enabled } : one)))
                }
              >
                <Chip tone={row.enabled ? 'green' : 'grey'}>{row.enabled ? 'Active' : 'Inactive'}</Chip>
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="rh-visually-hidden">
        {told}
      </p>
      {changes > 0 && (
        <div ref={stickyBar} className={styles.foot} data-sticky-bar>
          <span className={styles.sum}>{changes === 1 ? 'One change' : `${changes} changes`}, not saved</span>
          <Button disabled={saving} onClick={() => write(before)}>
            Discard
          </Button>
          <Button variant="contained" disabled={saving || isStale} onClick={() => void save()}>
            Save menu
          </Button>
        </div>
      )}
      {edited !== null && (
        <EntryDialog
          row={edited.row}
          parent={edited.parent}
          parents={edited.row.kind === 'group' ? [] : parents}
          recordTypes={menu.recordTypes}
          onClose={() => setEdited(null)}
          onDone={done}
        />
      )}
    </div>
  );
}

function aboutOf({ kind, route, recordTypeId }: MenuRow, { recordTypes }: CompanyMenu): string {
  if (kind !== 'item') return `/${route}`;
  const type = recordTypes.find(({ id }) => id === recordTypeId);
  return type === undefined ? `page ${route}` : `/${route}, records of ${type.name}`;
}
