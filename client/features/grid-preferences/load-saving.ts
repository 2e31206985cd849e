import { RequestFailure } from '../../platform/request-failure.ts';
import { notLoaded } from '../../ui/load-or-say.ts';

export const loadSaving = () =>
  import('./saving/api.ts').catch(() => {
    throw new RequestFailure('UNAVAILABLE', notLoaded);
  });
