import { resourceViolation } from './resource-limits.ts';

describe('what a run may ask for', () => {
  const limits = { minCpu: '100m', maxCpu: '4', minMemory: '256Mi', maxMemory: '16Gi' };

  it.each([{}, { cpu: '4' }, { cpu: '100m', memory: '16384Mi' }, { memory: '1G' }])(
    'is within the limits: %j',
    (resources) => {
      expect(resourceViolation({ resources }, { limits })).toBeNull();
    },
  );

  it.each([
    [{ cpu: '4001m' }, 'The run asks for 4001m of CPUs; at most 4 is allowed here.'],
    [{ cpu: '50m' }, 'The run asks for 50m of CPUs; at least 100m is needed here.'],
    [{ memory: '17Gi' }, 'The run asks for 17Gi of memory; at most 16Gi is allowed here.'],
    [{ memory: '1Mi' }, 'The run asks for 1Mi of memory; at least 256Mi is needed here.'],
  ])('is refused outside of them: %j', (resources, sentence) => {
    expect(resourceViolation({ resources }, { limits })).toBe(sentence);
  });

  it('is anything where nothing is said', () => {
    expect(
      resourceViolation({ resources: { cpu: '99', memory: '9Ti' } }, { limits: {} }),
    ).toBeNull();
  });
});
