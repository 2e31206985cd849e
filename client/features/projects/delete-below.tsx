import { useState } from 'react';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import styles from './record-tree.module.css';

type DeleteBelowProps = {
  /** Records directly under the one that is deleted. */
  count: number;
  onChange: (isWhole: boolean) => void;
};

/** What becomes of the records under one that is deleted: they stay, unless the person says otherwise. */
export function DeleteBelow({ count, onChange }: DeleteBelowProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <div className={styles.below}>
      <p>
        {count === 1 ? 'One record stands under it.' : `${count} records stand under it.`}{' '}
        {isWhole
          ? 'They are deleted too, with all that stands under them.'
          : 'They stay, under no record, and stand under it again when it is restored.'}
      </p>
      <LabelledCheckbox
        label={count === 1 ? 'Delete the record under it too' : `Delete the ${count} records under it too`}
        checked={isWhole}
        onChange={({ target: { checked } }) => {
          setWhole(checked);
          onChange(checked);
        }}
      />
    </div>
  );
}
