// The panel under a record: its lines, of one kind at a time. Lines are read, edited like rows of the grid and saved
// together or one by one; their order is edited for itself.
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { LineItemsPanelProps } from './line-items-panel-props.ts';
import { LinesOfType } from './lines-of-type.tsx';
import styles from './line-items-panel.module.css';

export function LineItemsPanel({ types, ...props }: LineItemsPanelProps) {
  const [chosen, setChosen] = useState(types[0]!.id);
  const type = types.find(({ id }) => id === chosen) ?? types[0]!;
  const kinds = types.length > 1 && (
    <select
      className={styles.kinds}
      aria-label="Kind of lines"
      value={type.id}
      onChange={(event) => setChosen(Number(event.target.value))}
    >
      {types.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
  return (
    <LinesOfType
      key={type.id}
      {...props}
      types={types}
      type={type}
      title={
        <>
          <Icon name="list" />
          {kinds || <h2 className={styles.title}>{type.name}</h2>}
        </>
      }
    />
  );
}
