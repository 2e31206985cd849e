import { viewModes, type ViewMode } from './record-view.ts';
import styles from './view-modes.module.css';

const words: Readonly<Record<ViewMode, string>> = {
  DEFAULT: 'Form alone',
  SPLIT_VIEW: 'Form and pane',
  ONLY_ADDITIONAL_INFO: 'Pane alone',
};

/** Three pictures of how the page is divided. */
export function ViewModes({ mode, onMode }: { mode: ViewMode; onMode: (mode: ViewMode) => void }) {
  return (
    <div role="group" aria-label="View mode" className={styles.modes}>
      {viewModes.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.mode}
          aria-pressed={mode === each}
          aria-label={words[each]}
          title={words[each]}
          onClick={() => onMode(each)}
        >
          <span className={styles.picture} data-mode={each} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
