import { Suspense } from 'react';
import { fileKindOf } from './file-kind.ts';
import { OfferedFile } from './offered-file.tsx';
import { PictureView } from './picture-view.tsx';
import { TextView } from './text-view.tsx';
import styles from './document-viewer.module.css';
import type { DocumentViewerProps } from './viewer-props.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const PdfView = lazyPart(async () => ({ default: (await import('./pdf/pdf-view.tsx')).PdfView }));

/**
 * A file shown in its container, which it fills: a PDF by pdf.js (its code comes only then), pictures and plain text by
 * the browser, and anything else to be saved. It knows no record.
 */
export function DocumentViewer(props: DocumentViewerProps) {
  const { file, getUrl } = props;
  const kind = fileKindOf(file.name);
  if (kind === 'pdf')
    return (
      <Suspense fallback={<div className={styles.frame} aria-busy="true" />}>
        <PdfView key={file.id} {...props} />
      </Suspense>
    );
  if (kind === 'picture') return <PictureView key={file.id} {...{ file, getUrl }} />;
  if (kind === 'text') return <TextView key={file.id} {...{ file, getUrl }} />;
  return (
    <OfferedFile file={file} getUrl={getUrl} title="This file cannot be shown here">
      Save it, and open it with a program of your own.
    </OfferedFile>
  );
}
