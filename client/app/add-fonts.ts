import { whenFirstScreen } from '../platform/first-screen.ts';
import styles from '../ui/fonts.css?url';

/**
 * The fonts of the house. On a quick line the page itself has asked for them already (index.html); on a slow one, where the
 * rows would come half a second later for them, they come after the first screen.
 */
export function addFonts(): void {
  const isThere = document.querySelector(`link[rel="stylesheet"][href="${styles}"]`) !== null;
  if (isThere) return;
  if (document.documentElement.dataset['line'] === 'slow') void whenFirstScreen().then(link);
  else link();
}

function link(): void {
  const fonts = document.createElement('link');
  fonts.rel = 'stylesheet';
  fonts.href = styles;
  document.head.append(fonts);
}
