import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './line-items-panel.module.css';
import { isEdited, type Line, type LineCells, type LineField, type LineId } from './line.ts';

const widths: Partial<Record<LineField['dataType'], number>> = {
  number: 110,
  decimal: 110,
  float: 110,
  currency: 120,
  date: 124,
  datetime: 184,
  time: 104,
  checkbox: 96,
  boolean: 96,
  dropdown: 200,
  'single-select': 200,
  textarea: 240,
};

function kindOf({ dataType }: LineField): GridColumn<Line>['kind'] {
  const family = valueFamily(dataType);
  if (family === 'number') return 'number';
  return family === 'date' || family === 'datetime' || family === 'time' ? 'date' : 'text';
}

export function fieldColumn(field: LineField, cells: LineCells, isEditable: boolean): GridColumn<Line> {
  const value = (line: Line) => line.values.get(field.key) ?? '';
  const text = (line: Line) => {
    const stored = value(line);
    return stored === '' ? '' : cells.text(field, stored);
  };
  const render = cells.render(field);
  // Specification 5: required fields show an asterisk.
  const header = isEditable && field.required ? `${field.name} *` : field.name;
  return {
    id: field.key,
    header,
    width: Math.max(widths[field.dataType] ?? 168, header.length * 8 + 40),
    kind: kindOf(field),
    text,
    render: (line) => render(text(line)),
    ...(isEditable && isEdited(field) && { edit: { ...cells.edit(field), value } }),
    ...(isEditable && !isEdited(field) && { whyReadOnly: `${field.name} is not edited in a line.` }),
  };
}

/** Where the line stands; while the order is edited, the handle by which it is dragged. */
export function orderColumn(placeOf: (line: Line) => number, isReordered: boolean): GridColumn<Line> {
  const text = (line: Line) => (line.isNew ? 'New' : String(placeOf(line)));
  return {
    id: 'order',
    header: '#',
    width: isReordered ? 76 : 56,
    minWidth: 48,
    pin: 'left',
    align: 'start',
    kind: 'number',
    text,
    whyReadOnly: 'Where a line stands is changed by Edit order.',
    ...(isReordered && {
      render: (line: Line) => (
        <span className={styles.place}>
          <span className={styles.handle} data-line-handle={String(line.id)}>
            <Icon name="drag" size={16} />
          </span>
          {text(line)}
        </span>
      ),
    }),
  };
}

type LineActions = {
  isInEdit: (id: LineId) => boolean;
  whyNotSaved: (id: LineId) => string | null;
  edit: (line: Line) => void;
  save: (line: Line) => void;
  cancel: (line: Line) => void;
  remove: (line: Line) => void;
};

export function actionsColumn(nameOf: (line: Line) => string, actions: LineActions): GridColumn<Line> {
  return {
    id: 'actions',
    header: 'Actions',
    width: 112,
    minWidth: 88,
    pin: 'right',
    align: 'center',
    text: () => '',
    whyReadOnly: 'Enter leads to what can be done with the line.',
    render: (line) => {
      const name = nameOf(line);
      if (!actions.isInEdit(line.id))
        return (
          <span className={styles.actions}>
            <RowButton icon="edit" label={`Edit ${name}`} onClick={() => actions.edit(line)} />
            <RowButton icon="trash" label={`Delete ${name}`} onClick={() => actions.remove(line)} />
          </span>
        );
      const whyNot = actions.whyNotSaved(line.id);
      return (
        <span className={styles.actions}>
          <RowButton
            icon="check"
            label={whyNot === null ? `Save ${name}` : `Save ${name}: ${whyNot}`}
            isDisabled={whyNot !== null}
            onClick={() => actions.save(line)}
          />
          <RowButton icon="close" label={`Cancel ${name}`} onClick={() => actions.cancel(line)} />
        </span>
      );
    },
  };
}

type RowButtonProps = {
  icon: 'edit' | 'trash' | 'check' | 'close';
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
};

/** In a cell: reached by Enter and not by Tab, and no more than an element. */
function RowButton({ icon, label, isDisabled = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.rowButton}
      data-icon={icon}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
