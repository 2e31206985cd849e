import { computedByFormula } from '@rowhouse/domain/formulas/words.ts';
import type { ReactNode } from 'react';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { viewOf } from '../../values/views.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './line-items-panel.module.css';
import type { LineCells } from './use-line-cells.ts';
import { isEdited, type Line, type LineField, type LineId } from './line.ts';

/** Whether fingers are what it is worked with: what they touch is larger. */
export const isTouched = (): boolean => window.matchMedia('(pointer: coarse)').matches;

export function fieldColumn(field: LineField, cells: LineCells, isEditable: boolean): GridColumn<Line> {
  const value = (line: Line) => line.values.get(field.key) ?? '';
  const text = (line: Line) => {
    const stored = value(line);
    return stored === '' ? '' : cells.text(field, stored);
  };
  const render = cells.render(field);
  return {
    id: field.key,
    header: field.name,
    ...(field.currency !== null && { unit: field.currency }),
    isRequired: isEditable && field.required,
    width: Math.max(
      viewOf(field.dataType).width,
      field.name.length * 8 + (field.currency === null ? 56 : 92),
    ),
    kind: viewOf(field.dataType).kind,
    text,
    render: (line) => render(text(line)),
    ...(isEditable && isEdited(field) && { edit: { ...cells.edit(field), value } }),
    ...(isEditable && !isEdited(field) && { whyReadOnly: whyNotEdited(field) }),
    ...(field.formula !== null && { computed: (stored) => (stored === '' ? '' : cells.text(field, stored)) }),
  };
}

const whyNotEdited = ({ name, formula }: LineField): string =>
  formula === null ? `${name} is not edited in a line.` : computedByFormula(name);

/** Where the line stands; while the order is edited, the handle by which it is dragged. */
export function orderColumn(placeOf: (line: Line) => number, isReordered: boolean): GridColumn<Line> {
  const text = (line: Line) => (line.isNew ? 'New' : String(placeOf(line)));
  return {
    id: 'order',
    header: '#',
    width: isReordered ? (isTouched() ? 96 : 76) : 56,
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

export type LineAction = 'edit' | 'delete' | 'save' | 'cancel';

type LineStates = {
  isInEdit: (id: LineId) => boolean;
  whyNotSaved: (id: LineId) => string | null;
};

/** What can be done with one line. The panel listens for its buttons. */
export function actionsColumn(nameOf: (line: Line) => string, states: LineStates): GridColumn<Line> {
  return {
    id: 'actions',
    header: 'Actions',
    width: isTouched() ? 116 : 112,
    minWidth: isTouched() ? 116 : 88,
    pin: 'right',
    align: 'center',
    text: () => '',
    whyReadOnly: 'Enter leads to what can be done with the line.',
    render: (line) => {
      const name = nameOf(line);
      const whyNot = states.whyNotSaved(line.id);
      return (
        <span className={styles.actions}>
          {states.isInEdit(line.id) ? (
            <>
              {rowButton('save', line, `Save ${name}`, whyNot)}
              {rowButton('cancel', line, `Cancel ${name}`)}
            </>
          ) : (
            <>
              {rowButton('edit', line, `Edit ${name}`)}
              {rowButton('delete', line, `Delete ${name}`)}
            </>
          )}
        </span>
      );
    },
  };
}

/** Of lines that are not stored yet: each can be taken away again. */
export function removeColumn(nameOf: (line: Line) => string): GridColumn<Line> {
  return {
    id: 'actions',
    header: 'Actions',
    width: isTouched() ? 88 : 112,
    minWidth: isTouched() ? 88 : 72,
    pin: 'right',
    align: 'center',
    text: () => '',
    whyReadOnly: 'Enter leads to what can be done with the line.',
    render: (line) => (
      <span className={styles.actions}>{rowButton('delete', line, `Remove ${nameOf(line)}`)}</span>
    ),
  };
}

const icons = { edit: 'edit', delete: 'trash', save: 'check', cancel: 'close' } as const;

/** In a cell: reached by Enter and not by Tab, and no more than an element. */
function rowButton(action: LineAction, line: Line, name: string, whyNot: string | null = null): ReactNode {
  const label = whyNot === null ? name : `${name}: ${whyNot}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.rowButton}
      data-line-action={action}
      data-line={String(line.id)}
      aria-label={label}
      title={label}
      aria-disabled={whyNot !== null || undefined}
    >
      <Icon name={icons[action]} size={16} />
    </button>
  );
}
