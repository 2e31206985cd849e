// Why a card may not go where it was dropped, with the moves that are allowed. It is read before the card goes back.
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { useId } from 'react';
import { findLandmark } from '../../../ui/find-landmark.ts';
import { Icon } from '../../../ui/icons.tsx';
import styles from './layouts.module.css';

type WhyNotMovedProps = {
  anchor: () => HTMLElement;
  title: string;
  sentence: string;
  /** Where it may go instead. */
  instead: readonly { readonly name: string; readonly move: () => void }[];
  onClose: () => void;
};

const mostInstead = 3;

export function WhyNotMoved({ anchor, title, sentence, instead, onClose }: WhyNotMovedProps) {
  const id = useId();
  return (
    <Popover
      open
      anchorEl={anchor}
      container={() => findLandmark(anchor())}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': `${id}title`, 'aria-describedby': `${id}why` },
      }}
    >
      <div className={styles.reason}>
        <h2 id={`${id}title`} className={styles.reasonTitle}>
          <Icon name="lock" size={16} />
          {title}
        </h2>
        <p id={`${id}why`}>{sentence}</p>
        <div className={styles.reasonActions}>
          {instead.slice(0, mostInstead).map(({ name, move }) => (
            <Button key={name} variant="outlined" size="small" onClick={move}>
              Move to {name}
            </Button>
          ))}
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- it opens by what the person did, and Escape leaves it */}
          <Button autoFocus variant="text" size="small" onClick={onClose}>
            Put it back
          </Button>
        </div>
      </div>
    </Popover>
  );
}
