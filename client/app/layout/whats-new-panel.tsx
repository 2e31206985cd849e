import { SidePanel } from '../../ui/side-panel.tsx';
import { release, releaseNotes } from './release-notes.ts';
import styles from './whats-new.module.css';

export function WhatsNewPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  return (
    <SidePanel
      place="under"
      anchor={anchor}
      from="right"
      width={380}
      title={`What’s new in ${release}`}
      bodyLabel="What’s new"
      onClose={onClose}
    >
      <ul className={styles.notes}>
        {releaseNotes.map(({ title, text }) => (
          <li key={title}>
            <h3 className={styles.noteTitle}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}
