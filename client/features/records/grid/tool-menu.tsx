import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useId, useState, type ReactNode } from 'react';
import { findLandmark } from '../../../ui/find-landmark.ts';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/late-parts.tsx';
import { Tip } from '../../../ui/tip.tsx';
import styles from './action-button.module.css';

type ToolMenuProps = {
  label: string;
  icon: IconName;
  /** Where there is room for it. */
  hasWord: boolean;
  /** MenuItems; call close when one is chosen. */
  children: (close: () => void) => ReactNode;
};

/** A tool of the grid that opens a menu: with its word, or as an icon that says it. */
export function ToolMenu({ label, icon, hasWord, children }: ToolMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const buttonId = useId();
  const close = () => setAnchor(null);
  const opener = {
    id: buttonId,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': anchor !== null,
    onClick: (event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget),
  };
  return (
    <>
      {hasWord ? (
        <Button {...opener} variant="text" className={styles.word ?? ''} startIcon={<Icon name={icon} />}>
          {label}
        </Button>
      ) : (
        <Tip title={label}>
          <IconButton {...opener} aria-label={label}>
            <Icon name={icon} />
          </IconButton>
        </Tip>
      )}
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        container={() => findLandmark(anchor)}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': buttonId } }}
      >
        {children(close)}
      </Menu>
    </>
  );
}
