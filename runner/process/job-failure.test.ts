import { jobFailure } from './job-failure.ts';

const DISK = 'the disk of the data folder or of temporary files';

it.each([
  ['ENOSPC', 'ENOSPC: no space left on device', `No space is left on ${DISK}`],
  ['EDQUOT', 'EDQUOT: disk quota exceeded', `The quota of ${DISK} is used up`],
  ['GenericFailure', 'No space left on device (os error 28)', `No space is left on ${DISK}`],
  ['GenericFailure', 'Disk quota exceeded (os error 122)', `The quota of ${DISK} is used up`],
])(
  'says of a full disk what to do, also when it is the cause of another error: %s, %s',
  (code, message, event) => {
    const cause = Object.assign(new Error(message), { code });
    for (const error of [cause, new Error('The file cannot be stored', { cause })]) {
      expect(jobFailure(error)).toEqual({
        kind: 'unavailable',
        message: `${event}, so free space there, or give the service, in a cluster its runs, a larger disk.`,
      });
    }
  },
);
