import { jobFailure } from './job-failure.ts';

it('says of a full disk what to do, also when it is the cause of another error', () => {
  const cause = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  for (const error of [cause, new Error('The file cannot be stored', { cause })]) {
    expect(jobFailure(error)).toEqual({
      kind: 'unavailable',
      message:
        'No space is left on the disk of the data folder or of temporary files, so free space there, or give the service, in a cluster its runs, a larger disk.',
    });
  }
});
