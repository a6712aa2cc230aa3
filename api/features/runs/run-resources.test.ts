import { resolveResources } from '../../execution/launch/resolve-resources.ts';

const ANY = { cpu: null, memory: null };

describe('cpu and memory of a run', () => {
  it.each([
    [[null, undefined], null],
    [[{}, {}], null],
    [[{ cpu: '2' }, { cpu: '1', memory: '1Gi' }], { cpu: '2', memory: '1Gi' }],
    [[{ cpu: null }, { cpu: '500m' }], { cpu: '500m' }],
    [[{ memory: '134217728' }], { memory: '134217728' }],
  ])('of %j are %j', (requested, resources) => {
    expect(resolveResources(requested, ANY)).toEqual(resources);
  });

  it.each([
    [{ cpu: 'lots' }, ANY, '"cpu" of the run must be a quantity such as 500m or 2, not "lots".'],
    [{ cpu: '1Gi' }, ANY, 'must be a quantity'],
    [{ memory: '500m' }, ANY, 'must be a quantity'],
    [{ memory: '-1Gi' }, ANY, 'must be a quantity'],
    [{ cpu: '0' }, ANY, '"cpu" of the run must be at least 10m, not 0.'],
    [{ memory: '0' }, ANY, '"memory" of the run must be at least 128Mi, not 0.'],
    [{ cpu: '2001m' }, { ...ANY, cpu: '2' }, 'may be at most 2 on this server, not 2001m.'],
    [{ memory: '5G' }, { ...ANY, memory: '4Gi' }, 'may be at most 4Gi on this server, not 5G.'],
  ])('reject %j within %j', (requested, maximum, sentence) => {
    expect(() => resolveResources([requested], maximum)).toThrow(sentence);
  });

  it('accept the exact limits in any notation', () => {
    const most = { cpu: '2', memory: '4Gi' };
    expect(resolveResources([{ cpu: '2000m', memory: '4096Mi' }], most)).not.toBeNull();
  });
});
