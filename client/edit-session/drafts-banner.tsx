import Button from '@mui/material/Button';
import { Icon } from '../ui/icons.tsx';
import styles from './drafts-banner.module.css';

type DraftsBannerProps = {
  count: number;
  /** Instead of how many rows there are. */
  words?: string;
  onContinue: () => void;
  onDiscard: () => void;
};

export function DraftsBanner({ count, words, onContinue, onDiscard }: DraftsBannerProps) {
  return (
    <section className={styles.banner} aria-label="Changes that were not saved">
      <Icon name="edit" />
      <p className={styles.words}>
        {words ??
          (count === 1
            ? '1 row has changes that were not saved.'
            : `${count} rows have changes that were not saved.`)}
      </p>
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="small" variant="outlined" onClick={onContinue}>
        Continue editing
      </Button>
    </section>
  );
}
