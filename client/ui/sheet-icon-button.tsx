import { Icon, type IconName } from './icons.tsx';
import styles from './sheet-icon-button.module.css';

type SheetIconButtonProps = {
  label: string;
  icon: IconName;
  /** Why it does nothing now. */
  whyNot?: string | null;
  onClick: (button: HTMLElement) => void;
};

/** An icon as large as a finger. What does nothing now can still be reached, says why, and keeps the focus. */
export function SheetIconButton({ label, icon, whyNot = null, onClick }: SheetIconButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={whyNot ?? label}
      aria-disabled={whyNot === null ? undefined : true}
      onClick={({ currentTarget }) => {
        if (whyNot === null) onClick(currentTarget);
      }}
    >
      <Icon name={icon} size={20} />
    </button>
  );
}
