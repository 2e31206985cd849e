import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { longestSearch } from '@rowhouse/domain/records/limits.ts';
import { useState, type RefObject } from 'react';
import type { GridDensity } from '../../../ui/grid/grid.tsx';
import { findLandmark } from '../../../ui/find-landmark.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { ActionButton, iconOf } from './action-button.tsx';
import { DensityMenu } from './density-menu.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import styles from './grid-toolbar.module.css';
import { resetFilters, toolActions, type GridActionContext } from './grid-actions.ts';
import type { FieldOptions, RecordField } from '../record-field.ts';
import { useSearchText } from './use-search-text.ts';

export type Panel = { readonly name: 'filters' | 'columns'; readonly anchor: HTMLElement };

type GridToolbarProps = {
  name: string;
  context: GridActionContext;
  searchInput: RefObject<HTMLInputElement | null>;
  presetFilters: readonly FilterCondition[];
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  density: GridDensity;
  onDensity: (density: GridDensity) => void;
  panel: Panel | null;
  onPanel: (panel: Panel | null) => void;
};

export function GridToolbar(props: GridToolbarProps) {
  const { name, context, presetFilters, fields, options, panel, onPanel } = props;
  const { view, change } = context;
  const isNarrow = useMediaQuery('(width < 900px)');
  const count = view.filters.length + presetFilters.length;
  const opener = (which: Panel['name']) => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': panel?.name === which,
    onClick: (event: { currentTarget: HTMLElement }) => onPanel({ name: which, anchor: event.currentTarget }),
  });
  const isFiltered = resetFilters.whyNot?.(context) === null;

  return (
    <div role="group" aria-label={`Tools of ${name}`} className={styles.toolbar}>
      <Search {...props} />
      <Button {...opener('filters')} startIcon={<Icon name="filter" />} className={styles.filters}>
        Filters
        {count > 0 && (
          <span className={styles.badge}>
            {count}
            <VisuallyHidden> applied</VisuallyHidden>
          </span>
        )}
      </Button>
      <div className={styles.tools}>
        <Tooltip title="Columns">
          <IconButton {...opener('columns')} aria-label="Columns">
            <Icon name="columns" />
          </IconButton>
        </Tooltip>
        <DensityMenu density={props.density} onChange={props.onDensity} />
        {isNarrow ? (
          <MoreTools context={context} />
        ) : (
          toolActions.map((action) => (
            <ActionButton key={action.id} action={action} context={context} look="icon" />
          ))
        )}
      </div>
      {(count > 0 || isFiltered) && (
        <div className={styles.applied}>
          <FilterChips
            presetFilters={presetFilters}
            filters={view.filters}
            fields={fields}
            options={options}
            onRemoveLink={view.recordId === null ? null : () => change({ recordId: null })}
            onRemove={(index) => change({ filters: view.filters.filter((_, at) => at !== index) })}
          />
          {isFiltered && <ActionButton action={resetFilters} context={context} look="text" />}
        </div>
      )}
    </div>
  );
}

function Search({ name, context: { view, change }, searchInput }: GridToolbarProps) {
  const { typed, setTyped, passNow } = useSearchText(view.search, (search) =>
    change({ search }, { replace: true }),
  );
  return (
    <div role="search" className={styles.search}>
      <Icon name="search" />
      <input
        ref={searchInput}
        type="search"
        className={styles.searchInput}
        aria-label={`Find in ${name}`}
        aria-keyshortcuts="/"
        placeholder={`Find in ${name}`}
        maxLength={longestSearch}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') passNow();
          if (event.key === 'Escape' && typed !== '') setTyped('');
        }}
      />
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </div>
  );
}

function MoreTools({ context }: { context: GridActionContext }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = toolActions.filter(({ isOffered }) => isOffered?.(context) !== false);
  return (
    <>
      <IconButton
        aria-label="More tools"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        container={() => findLandmark(anchor)}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'More tools' } }}
      >
        {offered.map((action) => {
          const reason = action.whyNot?.(context) ?? null;
          return (
            <MenuItem
              key={action.id}
              aria-disabled={reason === null ? undefined : true}
              onClick={() => {
                if (reason !== null) return;
                setAnchor(null);
                action.run(context);
              }}
            >
              <ListItemIcon>
                <Icon name={iconOf(action, context)} />
              </ListItemIcon>
              <span>
                {action.label(context)}
                {reason !== null && <span className={styles.reason}>{reason}</span>}
              </span>
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
