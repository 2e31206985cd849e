import { vi } from 'vitest';

// The file that follows loads its modules anew, with its own in the place of some.
vi.resetModules();
