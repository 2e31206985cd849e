import { noDisplayProperty } from '@rowhouse/domain/objects/display.ts';
import { Icon } from '../../../ui/icons.tsx';
import styles from './definitions.module.css';

type DisplayPreviewProps = {
  /** In their order. */
  properties: readonly { name: string; enabled: boolean; isDisplayable: boolean }[];
};

/** What stands for such an object in a cell: the shown properties in their order. */
export function DisplayPreview({ properties }: DisplayPreviewProps) {
  const shown = properties.filter(({ enabled, isDisplayable }) => enabled && isDisplayable);
  return (
    <p className={styles.preview}>
      <span className={styles.quiet}>In a cell</span>{' '}
      {shown.length === 0 ? (
        <span className={styles.warning}>
          <Icon name="warning" size={16} /> {noDisplayProperty}
        </span>
      ) : (
        <span>{shown.map(({ name }) => name.trim() || '…').join(', ')}</span>
      )}
    </p>
  );
}
