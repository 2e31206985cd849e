import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What findBy and waitFor allow. To end what hangs, and no measure of anything: the library's own second is too short
// on a machine that is busy with other things.
configure({ asyncUtilTimeout: 30_000 });

// The library does this by itself only where test functions are globals.
afterEach(cleanup);

// No width or pointer that is asked for: jsdom has no screen.
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
