import { useEffect } from 'react';
import styles from './document-viewer.module.css';
import { OfferedFile } from './offered-file.tsx';
import { useFile } from './use-file.ts';

type FileViewProps = {
  file: { readonly name: string };
  getUrl: () => Promise<string>;
};

/** What the bytes are is read from them: a picture that is none is never given to the browser as one. */
async function readPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  bitmap.close();
  return URL.createObjectURL(file);
}

export function PictureView({ file, getUrl }: FileViewProps) {
  const { reading, retry } = useFile(getUrl, readPicture);
  const address = reading.state === 'read' ? reading.content : null;
  useEffect(() => () => void (address !== null && URL.revokeObjectURL(address)), [address]);
  if (reading.state === 'failed')
    return <OfferedFile {...{ file, getUrl }} title="This picture could not be shown" onRetry={retry} />;
  return (
    <div className={styles.frame} aria-busy={address === null}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
      <div className={styles.scene} role="region" aria-label={file.name} tabIndex={0}>
        {address !== null && <img className={styles.picture} src={address} alt={file.name} />}
      </div>
    </div>
  );
}
