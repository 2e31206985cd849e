import type { ReactNode } from 'react';
import styles from './action-sheet.module.css';
import { BottomSheet } from './bottom-sheet.tsx';
import { Icon, type IconName } from './icons.tsx';

export type SheetAction = {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName | ReactNode;
  /** Behind the label, such as how many filters there are. */
  readonly aside?: ReactNode;
  /** Set: it cannot be done now, and this says why. */
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
};

type ActionSheetProps = {
  title: string;
  /** A line lies between the groups. */
  groups: readonly (readonly SheetAction[])[];
  onClose: () => void;
};

/** A menu as a sheet: one action a line, each as high as a thumb. */
export function ActionSheet({ title, groups, onClose }: ActionSheetProps) {
  return (
    <BottomSheet title={title} onClose={onClose}>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <ul key={group[0]!.id} className={styles.group}>
            {group.map((action) => (
              <li key={action.id}>
                <button
                  type="button"
                  className={styles.action}
                  aria-disabled={action.disabledReason === undefined ? undefined : true}
                  onClick={() => {
                    if (action.disabledReason !== undefined) return;
                    onClose();
                    action.onSelect();
                  }}
                >
                  {typeof action.icon === 'string' ? <Icon name={action.icon as IconName} /> : action.icon}
                  <span className={styles.words}>
                    {action.label}
                    {action.disabledReason !== undefined && (
                      <span className={styles.reason}>{action.disabledReason}</span>
                    )}
                  </span>
                  {action.aside}
                </button>
              </li>
            ))}
          </ul>
        ))}
    </BottomSheet>
  );
}
