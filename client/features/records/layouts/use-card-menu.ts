import { useState } from 'react';
import type { MenuAnchor } from '../../../ui/grid/grid-menu.tsx';
import type { RecordRow } from '../record-row.ts';

type OpenMenu = { readonly record: RecordRow; readonly anchor: MenuAnchor; readonly opener: HTMLElement };

/** The menu of one card at a time; the focus goes back to what opened it. */
export function useCardMenu() {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  return {
    menu,
    openMenu(record: RecordRow, opener: HTMLElement): void {
      const { left, right, top, bottom } = opener.getBoundingClientRect();
      setMenu({ record, anchor: { left, right, top, bottom }, opener });
    },
    closeMenu(): void {
      menu?.opener.focus();
      setMenu(null);
    },
  };
}
