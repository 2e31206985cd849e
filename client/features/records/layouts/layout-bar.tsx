// Above a board or a calendar: by what it is laid out, whose amounts are added, in which order the cards stand.
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useId, type ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { useShown } from '../grid/grid-screen.ts';
import { sumFields } from './layout-fields.ts';
import styles from './layouts.module.css';
import type { LayoutScene } from './use-layout.ts';

type LayoutBarProps = {
  scene: LayoutScene;
  /** What the field decides: 'Columns', 'Days of'. */
  by: string;
  children?: ReactNode;
};

export function LayoutBar({ scene, by, children }: LayoutBarProps) {
  const { offered, field, sum, fields, setField, setSum } = scene;
  const id = useId();
  return (
    <div role="group" aria-label={`Layout of ${scene.label}`} className={styles.bar}>
      {children}
      <div className={styles.choice}>
        <label htmlFor={`${id}by`}>{by}</label>
        <Select id={`${id}by`} small value={field.key} onChange={({ target }) => setField(target.value)}>
          {offered.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles.choice}>
        <label htmlFor={`${id}sum`}>Sum</label>
        <Select
          id={`${id}sum`}
          small
          value={sum?.key ?? ''}
          onChange={({ target }) => setSum(target.value === '' ? null : target.value)}
        >
          <option value="">No sum</option>
          {sumFields([...fields.values()]).map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Order scene={scene} id={`${id}order`} />
    </div>
  );
}

/** The first of the keys by which the grid is sorted: there is no head of a column to click on. */
function Order({ scene: { screen, view, fields }, id }: { scene: LayoutScene; id: string }) {
  const change = useShown(screen, (shown) => shown.change);
  const [first] = view.sort;
  if (first === undefined) return null;
  const { column, direction } = first;
  const turned = direction === 'asc' ? 'desc' : 'asc';
  const words = direction === 'asc' ? 'Ascending' : 'Descending';
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>Sort</label>
      <Select
        id={id}
        small
        value={column}
        onChange={({ target }) => change({ sort: [{ column: target.value, direction }] })}
      >
        {[...fields.values()]
          .filter(({ sortable, key, visibility }) => sortable && (visibility || key === column))
          .map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
      </Select>
      <Tooltip title={`${words}: turn around`}>
        <IconButton
          size="small"
          aria-label={`${words}: turn around`}
          onClick={() => change({ sort: [{ column, direction: turned }] })}
        >
          <Icon name={direction === 'asc' ? 'arrow-up' : 'arrow-down'} size={16} />
        </IconButton>
      </Tooltip>
    </div>
  );
}
