import { measureNames } from '@rowhouse/domain/aggregates/measures.ts';
import type { FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { useState } from 'react';
import { findLandmark } from '../../../ui/find-landmark.ts';
import styles from './totals.module.css';
import type { ColumnTotal } from './use-totals.ts';
import { Menu, MenuItem } from '../../../ui/late-parts.tsx';

type TotalsCellProps = {
  name: string;
  total: ColumnTotal;
  /** Of what the number is: '4,012 results'. */
  scope: string;
  onChoose: (kind: FieldMeasure | null) => void;
  /** Leads to the records that are counted; null where these are all of the scope. */
  onOpen: (() => void) | null;
};

/** The number under a column, and the menu that chooses it. */
export function TotalsCell({ name, total, scope, onChoose, onOpen }: TotalsCellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { kind, offered, shown } = total;
  // What stands in the cell comes first, as one piece: who speaks to the page says what they see.
  const words =
    kind === null ? undefined : `${measureNames[kind]} ${shown ?? '–, not known yet'}: ${name}, ${scope}`;
  const choose = (chosen: FieldMeasure | null) => () => {
    setAnchor(null);
    onChoose(chosen);
  };
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        data-stop
        className={styles.cell}
        data-empty={kind === null || undefined}
        aria-haspopup="menu"
        aria-label={words ?? `Add a total of ${name}`}
        title={words}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {kind === null ? (
          'Add…'
        ) : (
          <>
            <span className={styles.kind}>{measureNames[kind]}</span>{' '}
            <span className={`${styles.number} rh-figures`}>{shown ?? '–'}</span>
          </>
        )}
      </button>
      {anchor !== null && (
        <Menu
          open
          anchorEl={anchor}
          container={() => findLandmark(anchor)}
          onClose={() => setAnchor(null)}
          slotProps={{ list: { 'aria-label': `Total of ${name}` } }}
        >
          {offered.map((one) => (
            <MenuItem key={one} selected={one === kind} onClick={choose(one)}>
              {measureNames[one]}
            </MenuItem>
          ))}
          {kind !== null && <MenuItem onClick={choose(null)}>No total</MenuItem>}
          {onOpen !== null && (
            <MenuItem
              divider={false}
              onClick={() => {
                setAnchor(null);
                onOpen();
              }}
            >
              Show these records
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
