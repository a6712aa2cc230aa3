import { errorCode } from './error-code.ts';

/** Whether a process of any user has this id. The system reuses ids: it may be a different process. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
