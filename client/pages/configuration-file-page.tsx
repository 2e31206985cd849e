import { ExportCard } from '../features/configuration-file/export-card.tsx';
import { ImportCard } from '../features/configuration-file/import-card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import styles from './configuration-file-page.module.css';

/** What is set up in the company, as a file. */
export function ConfigurationFilePage({ title }: { title: string }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <ExportCard />
      <ImportCard />
    </div>
  );
}
