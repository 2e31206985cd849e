// Before each file of the server's tests: what they put into a folder of its own is with the run's, in memory where there is room.
import { inject } from 'vitest';

process.env['TMPDIR'] = inject('runFolder');
