import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { findLandmark } from '../../../ui/find-landmark.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ListItemIcon, Menu, MenuItem } from '../../../ui/late-parts.tsx';
import styles from './bulk-actions-menu.module.css';
import { bulkActions, type SelectionContext } from '../grid/grid-actions.ts';

/** What else can be done with the selected records. An action that cannot be done says why beside its name. */
export function BulkActionsMenu({ context }: { context: SelectionContext }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const buttonId = useId();
  const offered = bulkActions.filter(({ isOffered }) => isOffered?.(context) !== false);
  if (offered.length === 0) return null;
  return (
    <>
      <Button
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon name="chevron-down" size={16} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Actions
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        container={() => findLandmark(anchor)}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': buttonId } }}
      >
        {offered.map((action) => {
          const reason = action.whyNot?.(context) ?? null;
          return (
            <MenuItem
              key={action.id}
              aria-disabled={reason === null ? undefined : true}
              className={reason === null ? undefined : styles.off}
              onClick={() => {
                if (reason !== null) return;
                setAnchor(null);
                action.run(context);
              }}
            >
              <ListItemIcon>
                <Icon name={action.icon} />
              </ListItemIcon>
              <span className={styles.words}>
                {action.label(context)}
                {reason !== null && <span className={styles.reason}>{reason}</span>}
              </span>
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
