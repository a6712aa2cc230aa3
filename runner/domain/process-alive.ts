import { errorCode } from './error-code.ts';

/** Whether a process of this id lives, also another user's. Ids are used again: it may be another one. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
