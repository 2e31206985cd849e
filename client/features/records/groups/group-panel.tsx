import Button from '@mui/material/Button';
import { mayGroupRows } from '@rowhouse/domain/aggregates/measures.ts';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { LevelChoice } from '../numbers/level-choice.tsx';
import styles from './group-panel.module.css';

type GroupPanelProps = { screen: GridScreen; anchor: HTMLElement; onClose: () => void };

/** By what the rows are gathered. It holds at once, and stays open for the next level. */
export function GroupPanel({ screen, anchor, onClose }: GroupPanelProps) {
  const { fieldList, view, change, grouped } = useShown(screen, (shown) => shown);
  return (
    <SidePanel
      place="under"
      title="Group"
      anchor={anchor}
      width={420}
      onClose={onClose}
      foot={
        <>
          <Button variant="text" disabled={grouped === null} onClick={() => grouped?.closeAll()}>
            Close all
          </Button>
          <Button variant="text" disabled={grouped === null} onClick={() => grouped?.openAll()}>
            Open all
          </Button>
          <Button disabled={view.groups.length === 0} onClick={() => change({ groups: [] })}>
            No groups
          </Button>
        </>
      }
    >
      <LevelChoice
        levels={view.groups}
        fields={fieldList.filter(mayGroupRows)}
        onChange={(groups) => change({ groups })}
      />
      <p className={styles.hint}>
        Each group shows its count, the sum of the leading amount, and the numbers that are chosen under the
        columns.
      </p>
    </SidePanel>
  );
}
