import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { nameInAddress } from '@rowhouse/domain/kernel/name-in-address.ts';
import { longestMenuRoute, whyNotMenuEntry } from '@rowhouse/domain/menu/edit-menu.ts';
import { nameOfPage } from '@rowhouse/domain/menu/page-names.ts';
import { menuPages } from '@rowhouse/domain/menu/pages.ts';
import { useState, type SubmitEvent } from 'react';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { Icon, isIconName } from '../../../ui/icons.tsx';
import { FieldFrame } from '../../../ui/inputs/field-frame.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import styles from './menu-editor.module.css';
import type { MenuRow } from './menu-rows.ts';

type EntryDialogProps = {
  row: MenuRow;
  /** Where it may stand: sections of an item, groups of a section; empty for a group. */
  parents: readonly MenuRow[];
  parent: string;
  recordTypes: readonly { readonly id: number; readonly name: string }[];
  onClose: () => void;
  onDone: (row: MenuRow, parent: string) => void;
};

/** What is offered, and what it is called; one that came otherwise keeps its own name. */
const icons: Readonly<Record<string, string>> = {
  file: 'Document',
  list: 'List',
  sheet: 'Sheet',
  columns: 'Columns',
  cart: 'Cart',
  building: 'Building',
  users: 'People',
  calendar: 'Calendar',
  archive: 'Archive',
  clock: 'Clock',
  switch: 'Two arrows',
  external: 'Way out',
  lock: 'Lock',
  home: 'House',
};
const titles = { group: 'group', section: 'section', item: 'item' } as const;

/** The words of one entry of the menu, and where it stands. Nothing is saved by it. */
export function EntryDialog({ row, parents, parent, recordTypes, onClose, onDone }: EntryDialogProps) {
  const [draft, setDraft] = useState(row);
  const [place, setPlace] = useState(parent);
  const [fault, setFault] = useState<ReturnType<typeof whyNotMenuEntry>>(null);
  const kind = titles[row.kind];
  const isPage = draft.kind === 'item' && draft.recordTypeId === null;
  const set = (given: Partial<MenuRow>) => {
    setDraft({ ...draft, ...given });
    setFault(null);
  };
  const leadsTo = draft.recordTypeId === null ? `page ${draft.route}` : `type ${draft.recordTypeId}`;
  const isUnknown = isPage && !menuPages.some((page) => page === draft.route);

  function done(event: SubmitEvent) {
    event.preventDefault();
    const named = { ...draft, name: draft.name.trim(), route: draft.route.trim().toLowerCase() };
    const isSame = named.name === row.name && named.route === row.route && row.id !== null;
    const found = isSame ? null : whyNotMenuEntry(named);
    setFault(found);
    if (found === null) onDone(named, place);
  }

  return (
    <TitledDialog
      title={
        row.id === null && row.name === ''
          ? `Add ${kind === 'item' ? 'an' : 'a'} ${kind}`
          : `Change ${row.name}`
      }
      maxWidth="xs"
      isTyped={draft.name !== row.name || draft.route !== row.route}
      onClose={onClose}
    >
      <form noValidate onSubmit={done}>
        <DialogContent className={styles.form}>
          <TextInput
            ref={focusAtFirst}
            label="Name"
            required
            value={draft.name}
            error={fault?.field === 'name' ? fault.sentence : null}
            onChange={(name) => set({ name, ...(isFollowing(draft) && { route: toRoute(name) }) })}
          />
          {row.kind === 'item' && (
            <FieldFrame label="Leads to" error={null}>
              {(framed) => (
                <Select
                  {...framed}
                  value={leadsTo}
                  onChange={({ currentTarget: { value } }) =>
                    set(
                      value.startsWith('type ')
                        ? {
                            recordTypeId: Number(value.slice(5)),
                            ...(draft.recordTypeId === null && { route: toRoute(draft.name) }),
                          }
                        : { recordTypeId: null, route: value.slice(5) },
                    )
                  }
                >
                  {isUnknown && (
                    <option value={leadsTo}>
                      {draft.route === '' ? 'Choose' : `A page that is not there (${draft.route})`}
                    </option>
                  )}
                  {recordTypes.map(({ id, name }) => (
                    <option key={id} value={`type ${id}`}>
                      Records: {name}
                    </option>
                  ))}
                  {menuPages.map((page) => (
                    <option key={page} value={`page ${page}`}>
                      Page: {nameOfPage(page)}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
          )}
          <TextInput
            label="Route"
            required
            value={draft.route}
            hint={isPage ? 'It says which page is shown.' : 'Its part of the address.'}
            error={fault?.field === 'route' ? fault.sentence : null}
            onChange={(route) => set({ route })}
          />
          {row.kind === 'item' && (
            <FieldFrame label="Icon" error={null}>
              {(framed) => (
                <div className={styles.icon}>
                  <Icon name={draft.icon !== null && isIconName(draft.icon) ? draft.icon : 'file'} />
                  <Select
                    {...framed}
                    value={draft.icon ?? ''}
                    onChange={({ currentTarget: { value } }) => set({ icon: value === '' ? null : value })}
                  >
                    <option value="">The usual one</option>
                    {[...new Set([...Object.keys(icons), ...(row.icon === null ? [] : [row.icon])])].map(
                      (icon) => (
                        <option key={icon} value={icon}>
                          {icons[icon] ?? icon}
                        </option>
                      ),
                    )}
                  </Select>
                </div>
              )}
            </FieldFrame>
          )}
          {parents.length > 0 && (
            <FieldFrame label={row.kind === 'item' ? 'In section' : 'In group'} error={null}>
              {(framed) => (
                <Select
                  {...framed}
                  value={place}
                  onChange={({ currentTarget }) => setPlace(currentTarget.value)}
                >
                  {parents.map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained">
            Done
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}

const toRoute = (name: string): string => nameInAddress(name, longestMenuRoute);

/** A route follows the name of what is new until somebody writes it; that of a page says which one. */
const isFollowing = ({ id, kind, name, route, recordTypeId }: MenuRow): boolean =>
  id === null && (kind !== 'item' || recordTypeId !== null) && route === toRoute(name);
