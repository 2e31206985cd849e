import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { Fragment, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { focusIfLost } from '../../../ui/focus-if-lost.ts';
import type { GridDensity } from '../../../ui/grid/grid.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { Tip } from '../../../ui/tip.tsx';
import { useOneLine } from '../../../ui/use-one-line.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { FieldOptions } from '../../../values/value-field.ts';
import { ActionButton } from './action-button.tsx';
import { ActionMenu } from './action-menu.tsx';
import { DensityMenu } from './density-menu.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import buttonStyles from './action-button.module.css';
import styles from './grid-toolbar.module.css';
import {
  resetFilters,
  toolActions,
  toolGroups,
  type GridActionContext,
  type GridActionMenu,
} from './grid-actions.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import type { RecordField } from '../record-field.ts';
import { SearchBox } from './search-box.tsx';

export type PanelName = 'filters' | 'columns' | 'group' | 'colors' | 'summary' | 'totals';

export type Panel = {
  readonly name: PanelName;
  readonly anchor: HTMLElement;
  /** A field that a condition is begun with. */
  readonly field?: string;
};

type GridToolbarProps = {
  name: string;
  context: GridActionContext;
  searchInput: RefObject<HTMLInputElement | null>;
  /** Where the width is short the box is opened by its icon. */
  isSearching: boolean;
  onSearchClose: () => void;
  presetFilters: readonly FilterCondition[];
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  density: GridDensity;
  onDensity: (density: GridDensity) => void;
  panel: Panel | null;
  onPanel: (panel: Panel | null) => void;
};

type CountedToolProps = {
  label: string;
  icon: IconName;
  /** How much of it is in use. */
  count: number;
  opener: {
    readonly 'aria-haspopup': 'dialog';
    readonly 'aria-expanded': boolean;
    readonly onClick: (event: { currentTarget: HTMLElement }) => void;
  };
};

function CountedTool({ label, icon, count, opener }: CountedToolProps) {
  return (
    <Tip title={label}>
      <IconButton {...opener} aria-label={count === 0 ? label : `${label}, ${count} applied`}>
        <Icon name={icon} />
        {count > 0 && (
          <span className={`${styles.badge} ${styles.corner}`} aria-hidden="true">
            {count}
          </span>
        )}
      </IconButton>
    </Tip>
  );
}

const moreTools: GridActionMenu = { id: 'more', label: 'More tools', icon: 'more', actions: toolActions };

export function GridToolbar(props: GridToolbarProps) {
  const { name, context, searchInput, presetFilters, fields, options, panel, onPanel } = props;
  const { view, change } = context;
  const isNarrow = useMediaQuery('(width < 900px)');
  const isWide = useMediaQuery('(width >= 1400px)');
  const count = view.filters.length + presetFilters.length;
  const opener = (which: Panel['name']) => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': panel?.name === which,
    onClick: (event: { currentTarget: HTMLElement }) => onPanel({ name: which, anchor: event.currentTarget }),
  });
  const isFiltered = resetFilters.whyNot?.(context) === null;
  // The chips of filters take the room of the words, and the grid below does not move.
  const mayHaveWords = isWide && count === 0 && !isFiltered;
  const findButton = useRef<HTMLButtonElement>(null);
  const leaveSearch = () => {
    flushSync(props.onSearchClose);
    focusIfLost(findButton.current);
  };
  const { element, fits } = useOneLine<HTMLDivElement>(mayHaveWords);
  const hasWords = mayHaveWords && fits;

  return (
    <div ref={element} role="group" aria-label={`Tools of ${name}`} className={styles.toolbar}>
      {isNarrow && !props.isSearching ? (
        <Tip title={`Find in ${name}`}>
          <IconButton
            ref={findButton}
            className={styles.find}
            aria-label={`Find in ${name}`}
            aria-keyshortcuts="/"
            onClick={context.focusSearch}
          >
            <Icon name="search" />
          </IconButton>
        </Tip>
      ) : (
        <SearchBox name={name} context={context} input={searchInput} onEmptyEscape={leaveSearch} />
      )}
      <Button
        {...opener('filters')}
        data-panel="filters"
        startIcon={<Icon name="filter" />}
        className={styles.filters}
      >
        Filters
        {count > 0 && (
          <span className={styles.badge}>
            {count}
            <VisuallyHidden> applied</VisuallyHidden>
          </span>
        )}
      </Button>
      <div className={styles.tools}>
        {isNarrow && (
          <>
            <LayoutSwitch context={context} />
            <hr />
          </>
        )}
        {hasWords ? (
          <Button
            {...opener('columns')}
            variant="text"
            className={buttonStyles.word ?? ''}
            startIcon={<Icon name="columns" />}
          >
            Columns
          </Button>
        ) : (
          <Tip title="Columns">
            <IconButton {...opener('columns')} aria-label="Columns">
              <Icon name="columns" />
            </IconButton>
          </Tip>
        )}
        {context.layout === null && (
          <>
            <CountedTool label="Group" icon="group" count={view.groups.length} opener={opener('group')} />
            <CountedTool
              label="Colours"
              icon="palette"
              count={view.colours.length}
              opener={opener('colors')}
            />
          </>
        )}
        {context.layout === null && (
          <DensityMenu density={props.density} onChange={props.onDensity} hasWord={false} />
        )}
        {isNarrow ? (
          <ActionMenu menu={moreTools} context={context} hasWord={false} />
        ) : (
          toolGroups.map((group) => (
            <Fragment key={group[0]!.id}>
              <hr />
              {group.map((tool) =>
                'actions' in tool ? (
                  <ActionMenu key={tool.id} menu={tool} context={context} hasWord={hasWords} />
                ) : (
                  <ActionButton
                    key={tool.id}
                    action={tool}
                    context={context}
                    look={hasWords && !tool.isPlain ? 'word' : 'icon'}
                  />
                ),
              )}
            </Fragment>
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
          {/* Without a chip before them its words would begin a line for themselves. */}
          {isFiltered && (
            <ActionButton
              action={resetFilters}
              context={context}
              look={isNarrow && count === 0 && view.recordId === null ? 'icon' : 'text'}
            />
          )}
        </div>
      )}
    </div>
  );
}
