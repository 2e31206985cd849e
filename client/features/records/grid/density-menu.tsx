import MenuItem from '@mui/material/MenuItem';
import Menu from '@mui/material/Menu';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useId, useState } from 'react';
import type { GridDensity } from '../../../ui/grid/grid.tsx';
import { findLandmark } from '../../../ui/find-landmark.ts';
import { Icon } from '../../../ui/icons.tsx';
import styles from './density-menu.module.css';
import { readStored, writeStored } from '../../../platform/storage/local-storage.ts';
import type { GridView } from './grid-view.ts';
import type { ChangeView } from './use-grid-view.ts';

const densities: readonly { factor: GridDensity; name: string }[] = [
  { factor: 0.7, name: 'Compact' },
  { factor: 1, name: 'Standard' },
  { factor: 1.3, name: 'Comfortable' },
];

/**
 * Kept by the browser under grid_density_factor: Specification 3 and 9. A chosen preference may have another, which
 * stands in the address.
 */
export function useDensity(
  { density, preference }: Pick<GridView, 'density' | 'preference'>,
  change: ChangeView,
): [GridDensity, (factor: GridDensity) => void] {
  const [factor, setFactor] = useState<GridDensity>(() => {
    const stored = Number(readStored('grid_density_factor'));
    return densities.find((offered) => offered.factor === stored)?.factor ?? 1;
  });
  return [
    density ?? factor,
    (chosen) => {
      writeStored('grid_density_factor', String(chosen));
      setFactor(chosen);
      if (density !== null || typeof preference === 'number') change({ density: chosen }, { replace: true });
    },
  ];
}

type DensityMenuProps = { density: GridDensity; onChange: (factor: GridDensity) => void };

export function DensityMenu({ density, onChange }: DensityMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const buttonId = useId();
  return (
    <>
      <Tooltip title="Density">
        <IconButton
          id={buttonId}
          aria-label="Density"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="density" />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        container={() => findLandmark(anchor)}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': buttonId }, paper: { className: styles.paper } }}
      >
        {densities.map(({ factor, name }) => (
          <MenuItem
            key={factor}
            role="menuitemradio"
            aria-checked={factor === density}
            selected={factor === density}
            onClick={() => {
              onChange(factor);
              setAnchor(null);
            }}
          >
            {name}
            {factor === density && <Icon name="check" className={styles.chosen} />}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
