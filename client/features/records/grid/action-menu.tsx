import { Icon } from '../../../ui/icons.tsx';
import { ListItemIcon, MenuItem } from '../../../ui/late-parts.tsx';
import { iconOf } from './action-button.tsx';
import styles from './action-menu.module.css';
import type { GridActionContext, GridActionMenu } from './grid-actions.ts';
import { ToolMenu } from './tool-menu.tsx';

type ActionMenuProps = {
  menu: GridActionMenu;
  context: GridActionContext;
  hasWord: boolean;
};

/** What is not offered is left out; what cannot be done now says why. */
export function ActionMenu({ menu: { label, icon, actions }, context, hasWord }: ActionMenuProps) {
  const offered = actions.filter(({ isOffered }) => isOffered?.(context) !== false);
  return (
    <ToolMenu label={label} icon={icon} hasWord={hasWord}>
      {(close) =>
        offered.map((action) => {
          const reason = action.whyNot?.(context) ?? null;
          return (
            <MenuItem
              key={action.id}
              aria-disabled={reason === null ? undefined : true}
              onClick={() => {
                if (reason !== null) return;
                close();
                action.run(context);
              }}
            >
              <ListItemIcon>
                <Icon name={iconOf(action, context)} />
              </ListItemIcon>
              <span>
                {action.label(context)}
                {reason !== null && <span className={styles.reason}>{reason}</span>}
              </span>
            </MenuItem>
          );
        })
      }
    </ToolMenu>
  );
}
