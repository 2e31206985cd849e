import { ProgressLine } from '../ui/progress-line.tsx';

/** Before the first page is there. */
export function Splash() {
  return <ProgressLine active />;
}
