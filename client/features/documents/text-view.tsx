import styles from './document-viewer.module.css';
import { OfferedFile } from './offered-file.tsx';
import { useFile } from './use-file.ts';

type FileViewProps = {
  file: { readonly name: string };
  getUrl: () => Promise<string>;
};

/** More of a text helps nobody here, and would hold up the page. */
const mostBytes = 500_000;

async function readText(file: Blob): Promise<{ text: string; isWhole: boolean }> {
  return { text: await file.slice(0, mostBytes).text(), isWhole: file.size <= mostBytes };
}

/** A text as it is written, never as markup. */
export function TextView({ file, getUrl }: FileViewProps) {
  const { reading, retry } = useFile(getUrl, readText);
  if (reading.state === 'failed')
    return <OfferedFile {...{ file, getUrl }} title="This file could not be shown" onRetry={retry} />;
  return (
    <div className={styles.frame} aria-busy={reading.state === 'reading'}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
      <div className={styles.scene} role="region" aria-label={file.name} tabIndex={0}>
        {reading.state === 'read' && <pre className={styles.text}>{reading.content.text}</pre>}
        {reading.state === 'read' && !reading.content.isWhole && (
          <p className={styles.note}>This is the beginning of a longer file. Download it to read the rest.</p>
        )}
      </div>
    </div>
  );
}
