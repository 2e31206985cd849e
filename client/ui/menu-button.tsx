import Button, { type ButtonProps } from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import { useId, useState, type ReactNode } from 'react';
import { findLandmark } from './find-landmark.ts';
import { Icon } from './icons.tsx';

type MenuButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: ReactNode;
  /** MenuItems; call close when one is chosen. */
  children: (close: () => void) => ReactNode;
  align?: 'left' | 'right';
  arrow?: boolean;
};

/** A button that opens a menu below itself; keys and focus are the menu's. */
export function MenuButton({ label, children, align = 'right', arrow = true, ...button }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const buttonId = useId();
  const menuId = useId();
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : menuId}
        endIcon={arrow ? <Icon name="chevron-down" size={16} /> : undefined}
        {...button}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu
        id={menuId}
        anchorEl={anchor}
        container={() => findLandmark(anchor)}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: align }}
        transformOrigin={{ vertical: 'top', horizontal: align }}
        slotProps={{ list: { 'aria-labelledby': buttonId }, paper: { sx: { mt: 1, minWidth: 200 } } }}
      >
        {children(close)}
      </Menu>
    </>
  );
}
