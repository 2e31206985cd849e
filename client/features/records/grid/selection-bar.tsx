import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { whyNotSoMany } from '@rowhouse/domain/records/selection-rules.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Tip } from '../../../ui/tip.tsx';
import {
  deselect,
  editRows,
  isAllSelected,
  redoEdit,
  saveRows,
  undoEdit,
  type SelectionAction,
  type SelectionContext,
} from './grid-actions.ts';
import styles from './selection-bar.module.css';

type SelectionBarProps = {
  name: string;
  context: SelectionContext;
  /** Between Edit and Save: what else can be done with the selected rows. */
  children?: ReactNode;
};

/** Stands for the tools of the grid, as high as they are, while rows are selected or edited. */
export function SelectionBar({ name, context, children }: SelectionBarProps) {
  return (
    <div role="group" aria-label={`Selected rows of ${name}`} className={styles.bar}>
      <p className={styles.count}>{describe(context)}</p>
      <p className={styles.hint}>
        {context.edit.rows > 0
          ? 'Search, filters and columns are back after Close Edit.'
          : 'Search, filters and columns are back after Deselect.'}
      </p>
      <SelectAll context={context} />
      <SelectionButton action={undoEdit} context={context} look="icon" />
      <SelectionButton action={redoEdit} context={context} look="icon" />
      <SelectionButton action={editRows} context={context} look="plain" />
      {context.edit.rows === 0 && children}
      <SelectionButton action={saveRows} context={context} look="primary" />
      <SelectionButton action={deselect} context={context} look="text" />
    </div>
  );
}

/** After the page, all that the filter finds. */
function SelectAll({ context: { bulk, edit } }: { context: SelectionContext }) {
  if (!bulk.all?.isNext || edit.rows > 0) return null;
  return (
    <button type="button" className={styles.all} onClick={bulk.all.select}>
      {`Select all ${showCount(bulk.all.count)} results`}
    </button>
  );
}

function describe(context: SelectionContext): ReactNode {
  const { selected, edit, bulk } = context;
  if (edit.rows === 0)
    return isAllSelected(context)
      ? `All ${showCount(bulk.all?.count ?? 0)} results selected`
      : describeSelected(selected.size);
  const rows = `${edit.rows} ${edit.rows === 1 ? 'row' : 'rows'} in edit`;
  const changes = edit.changes === 0 ? null : `${edit.changes} ${edit.changes === 1 ? 'change' : 'changes'}`;
  return (
    <>
      {rows}
      {changes && <span className={styles.changes}>{changes}</span>}
      {edit.faults > 0 && <span className={styles.faults}>{`${edit.faults} to put right`}</span>}
    </>
  );
}

/** Specification 9: that so many are too many is said before somebody tries. */
function describeSelected(count: number): ReactNode {
  const whyNot = whyNotSoMany(count);
  return (
    <>
      {`${count} selected`}
      {whyNot !== null && (
        <span className={styles.hint} title={whyNot}>
          {whyNot}
        </span>
      )}
    </>
  );
}

type SelectionButtonProps = {
  action: SelectionAction;
  context: SelectionContext;
  look: 'icon' | 'plain' | 'primary' | 'text';
};

/** A disabled action can still be reached, and says why. */
function SelectionButton({ action, context, look }: SelectionButtonProps) {
  if (action.isOffered?.(context) === false) return null;
  const label = action.label(context);
  const reason = action.whyNot?.(context) ?? null;
  const shared = {
    'aria-disabled': reason === null ? undefined : true,
    onClick: () => {
      if (reason === null) action.run(context);
    },
  } as const;
  const quiet = { color: 'var(--rh-text-disabled)', cursor: 'default' };
  if (look === 'icon')
    return (
      <Tip title={reason === null ? label : `${label}: ${reason}`}>
        <IconButton {...shared} aria-label={label} sx={reason === null ? undefined : quiet}>
          <Icon name={action.icon} />
        </IconButton>
      </Tip>
    );
  const isPrimary = look === 'primary';
  const disabledLook = isPrimary
    ? { bgcolor: 'var(--rh-disabled)', '&:hover': { bgcolor: 'var(--rh-disabled)' } }
    : {};
  return (
    <Tip title={reason ?? ''} describeChild>
      <Button
        {...shared}
        variant={isPrimary ? 'contained' : look === 'plain' ? 'outlined' : 'text'}
        startIcon={<Icon name={action.icon} />}
        sx={reason === null ? undefined : { ...quiet, ...disabledLook }}
      >
        {label}
      </Button>
    </Tip>
  );
}
