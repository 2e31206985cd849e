import { useState } from 'react';
import type { GridDensity } from '../../../ui/grid/grid.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { MenuItem } from '../../../ui/late-parts.tsx';
import styles from './density-menu.module.css';
import { readStored, writeStored } from '../../../platform/storage/local-storage.ts';
import type { GridView } from './grid-view.ts';
import { ToolMenu } from './tool-menu.tsx';
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

type DensityMenuProps = {
  density: GridDensity;
  onChange: (factor: GridDensity) => void;
  hasWord: boolean;
};

export function DensityMenu({ density, onChange, hasWord }: DensityMenuProps) {
  return (
    <ToolMenu label="Density" icon="density" hasWord={hasWord}>
      {(close) =>
        densities.map(({ factor, name }) => (
          <MenuItem
            key={factor}
            role="menuitemradio"
            aria-checked={factor === density}
            selected={factor === density}
            className={styles.item}
            onClick={() => {
              onChange(factor);
              close();
            }}
          >
            {name}
            {factor === density && <Icon name="check" className={styles.chosen} />}
          </MenuItem>
        ))
      }
    </ToolMenu>
  );
}
