import { ProgressLine } from '../ui/progress-line.tsx';

/** Before the first page is there; below the line stands what index.html shows. */
export function Splash() {
  return <ProgressLine active />;
}
