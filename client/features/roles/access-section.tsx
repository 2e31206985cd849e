// One kind of access: what is found of it, as a matrix of all roles, or of one role where the page is narrow.
import { useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FindInput } from '../../ui/find-input.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { useScreenKeys } from '../../ui/screen-keys/screen-keys.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { AccessGrid } from './access-grid.tsx';
import { AccessList } from './access-list.tsx';
import styles from './access.module.css';
import { cellKey, levels, levelsOf, type AccessKind, type AccessModel } from './access-model.ts';
import type { AccessRole } from './api.ts';
import { rolesKeys } from './roles-keys.ts';
import type { AccessEditing } from './use-access-draft.ts';

type AccessSectionProps = {
  kind: AccessKind;
  model: AccessModel;
  roles: readonly AccessRole[];
  editing: AccessEditing;
  /** The record type, section or menu item whose rows are shown; null for all. In the address. */
  placeId: number | null;
  onChoosePlace: (id: number | null) => void;
};

const words = {
  fields: {
    label: 'Field access',
    heads: ['Field', 'Record type'],
    find: 'Find a field',
    all: 'All record types',
    none: 'Each record type brings its fields: with the first one, what a role may do with each stands here.',
  },
  menu: {
    label: 'Menu items',
    heads: ['Menu item', 'Section'],
    find: 'Find a menu item',
    all: '',
    none: 'The menu has no items yet.',
  },
  actions: {
    label: 'Actions',
    heads: ['Action', 'Menu item'],
    find: 'Find an action',
    all: 'All menu items',
    none: 'Each menu item with records brings its actions: make a record type with a place in the menu first.',
  },
} as const satisfies Record<
  AccessKind,
  { label: string; heads: readonly [string, string]; find: string; all: string; none: string }
>;

export function AccessSection({ kind, model, roles, editing, placeId, onChoosePlace }: AccessSectionProps) {
  const { label, heads, find, all } = words[kind];
  const isNarrow = useMediaQuery('(width < 900px)');
  const [text, setText] = useState('');
  const [chosenRole, setChosenRole] = useState<number | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const every = model.ofKind[kind];
  const places = useMemo(() => new Map(every.map((row) => [row.placeId, row.place])), [every]);
  const rows = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return every.filter(
      (row) =>
        (placeId === null || row.placeId === placeId) &&
        (wanted === '' || `${row.name} ${row.place}`.toLowerCase().includes(wanted)),
    );
  }, [every, placeId, text]);
  const conflicts = useMemo(
    () => new Set(editing.conflicts.map(({ row, roleId }) => cellKey(row.id, roleId))),
    [editing.conflicts],
  );
  useScreenKeys(rolesKeys, {
    find: () => box.current?.focus(),
    save: () => void editing.save(),
    undo: editing.undo,
    redo: editing.redo,
  });
  const role = roles.find(({ id }) => id === chosenRole) ?? roles[0];
  if (every.length === 0)
    return (
      <EmptyState title="No items found" icon="lock">
        {words[kind].none}
      </EmptyState>
    );

  return (
    <div className={styles.section}>
      <div className={styles.tools}>
        {isNarrow && (
          <Select
            aria-label="Role"
            value={role?.id ?? ''}
            onChange={(event) => setChosenRole(Number(event.target.value))}
          >
            {roles.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {all !== '' && (
          <Select
            aria-label={heads[1]}
            value={placeId ?? ''}
            onChange={(event) => onChoosePlace(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">{all}</option>
            {[...places].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <FindInput ref={box} label={find} value={text} onChange={setText} />
      </div>
      {isNarrow && role !== undefined ? (
        <AccessList
          kind={kind}
          model={model}
          rows={rows}
          role={role}
          draft={editing.draft}
          conflicts={conflicts}
          onWrite={editing.write}
        />
      ) : (
        <>
          <div className={styles.frame}>
            <AccessGrid
              kind={kind}
              label={label}
              heads={heads}
              model={model}
              rows={rows}
              roles={roles}
              draft={editing.draft}
              conflicts={conflicts}
              onWrite={editing.write}
            />
          </div>
          <p className={styles.legend}>
            <span>
              Type{' '}
              {levelsOf(kind).map((level) => (
                <span key={level}>
                  <kbd>{levels[level].letter.toUpperCase()}</kbd> {levels[level].word.toLowerCase()}{' '}
                </span>
              ))}
              on a cell, a range, a name or a head
            </span>
            <span>
              <kbd>Ctrl+V</kbd> pastes from a spreadsheet
            </span>
            {kind === 'fields' && (
              <span>
                <Icon name="lock" size={14} /> system field
              </span>
            )}
            {kind === 'actions' && <span>An action holds where the role sees the menu item.</span>}
            <span className={styles.count}>
              {rows.length === every.length
                ? `${every.length} rows`
                : `${rows.length} of ${every.length} rows`}
            </span>
          </p>
        </>
      )}
    </div>
  );
}
