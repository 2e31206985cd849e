import { Icon } from '../../ui/icons.tsx';
import styles from './place-button.module.css';

type PlaceButtonProps = { page: number; fieldName: string; onShow: () => void };

/** In a field whose value was taken from the document: opens the place. No stop of Tab of its own: Alt+Enter does it. */
export function PlaceButton({ page, fieldName, onShow }: PlaceButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.place}
      title={`${fieldName} was taken from page ${page} (Alt+Enter)`}
      aria-label={`p. ${page}: where ${fieldName} was taken from`}
      onClick={onShow}
    >
      <Icon name="file" size={14} />
      p. {page}
    </button>
  );
}
