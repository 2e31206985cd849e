// Menus, questions, tooltips: no first screen shows them, and their code is a fifth of what a grid would wait for. A
// press before they have come opens them when they come.
import type { DividerProps } from '@mui/material/Divider';
import type { DrawerProps } from '@mui/material/Drawer';
import type { MenuProps } from '@mui/material/Menu';
import { useState } from 'react';
import { createLate } from './late.tsx';

const parts = createLate(async () => (await import('./opened-parts.ts')).openedParts);

export const prepareOpenedParts = parts.prepare;

export const ConfirmBox = parts.part(({ ConfirmBox }) => ConfirmBox);
export const Divider = parts.part<DividerProps & { component?: 'li' }>(({ Divider }) => Divider);
export const GridMenu = parts.part(({ GridMenu }) => GridMenu);
export const LinearProgress = parts.part(({ LinearProgress }) => LinearProgress);
export const ListItemIcon = parts.part(({ ListItemIcon }) => ListItemIcon);
export const MenuItem = parts.part(({ MenuItem }) => MenuItem);
export const PartNotLoaded = parts.part(({ PartNotLoaded }) => PartNotLoaded);
export const SnackbarStage = parts.part(({ SnackbarStage }) => SnackbarStage);
export const TipBubble = parts.part(({ TipBubble }) => TipBubble);

const LateMenu = parts.part<MenuProps>(({ Menu }) => Menu);
const LateDrawer = parts.part<DrawerProps>(({ Drawer }) => Drawer);

/** Nothing until it is opened; then it stays, to close as it opened. */
export function Menu(props: MenuProps) {
  return useWasOpened(props.open) && <LateMenu {...props} />;
}

export function Drawer(props: DrawerProps) {
  return useWasOpened(props.open === true) && <LateDrawer {...props} />;
}

function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen;
}
