import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import styles from './record-menu.module.css';

/** One thing that can be done with the record. Another feature may add its own. */
export type RecordMenuItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Where it leads, in a tab of its own; or what it does. */
  readonly href?: string;
  readonly run?: () => void;
};

/** Specification 8. */
export async function copyRecordLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    snackbars.success('Record link copied to clipboard');
  } catch {
    snackbars.error('The browser did not allow the link to be copied.');
  }
}

export function RecordMenu({ label, items }: { label: string; items: readonly RecordMenuItem[] }) {
  return (
    <MenuButton
      label={<Icon name="more" size={20} />}
      aria-label={label}
      arrow={false}
      className={styles.button!}
    >
      {(close) =>
        items.map(({ id, label: words, icon, href, run }) => (
          <MenuItem
            key={id}
            {...(href !== undefined && { component: 'a', href, target: '_blank', rel: 'noopener' })}
            onClick={() => {
              close();
              run?.();
            }}
          >
            <ListItemIcon>
              <Icon name={icon} />
            </ListItemIcon>
            {words}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
