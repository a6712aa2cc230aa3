import { memoryBound, memoryReason } from './memory-bound.ts';

const MEBIBYTE = 2 ** 20;

describe('the memory bound of a script', () => {
  it('is the setting where no container limits memory', () => {
    const bound = memoryBound(2048 * MEBIBYTE, { container: 0, own: 200 * MEBIBYTE });
    expect(bound).toEqual({ bytes: 2048 * MEBIBYTE, containerBytes: null });
    expect(memoryReason(bound)).toContain('more than 2048 MiB');
    expect(memoryReason(bound)).toContain('raise SERVICE_SCRIPT_MAX_MEMORY_MB');
  });

  it('is the setting where the container has more', () => {
    const memory = { container: 8192 * MEBIBYTE, own: 200 * MEBIBYTE };
    expect(memoryBound(2048 * MEBIBYTE, memory).bytes).toBe(2048 * MEBIBYTE);
  });

  it('is what the container leaves beside the runner, and its message names the container', () => {
    const bound = memoryBound(2048 * MEBIBYTE, { container: 1024 * MEBIBYTE, own: 200 * MEBIBYTE });
    expect(bound.bytes).toBe((1024 - 200 - 128) * MEBIBYTE);
    expect(memoryReason(bound)).toBe(
      'The script needs more than 696 MiB of memory and was stopped. Process fewer rows or columns at once, or give the run more memory: its container has 1024 MiB.',
    );
  });

  it('lets an interpreter start in a container that is too small', () => {
    const memory = { container: 128 * MEBIBYTE, own: 120 * MEBIBYTE };
    expect(memoryBound(2048 * MEBIBYTE, memory).bytes).toBe(64 * MEBIBYTE);
  });
});
