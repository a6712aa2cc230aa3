import { readRequest } from './request.ts';

const NOTHING = { isLong: false, isRecord: false, changed: null, node: null, others: [] };

describe('the arguments of npm test', () => {
  it('are passed on to Jest when they are paths and options of it', () => {
    const others = ['runner/nodes', '-t', 'joins'];
    expect(readRequest(others)).toEqual({ ...NOTHING, others });
  });

  it('select the tests of one node type, with and without the word parity', () => {
    const expected = { ...NOTHING, node: 'join', others: ['test/parity/nodes/'] };
    expect(readRequest(['--node', 'join'])).toEqual(expected);
    expect(readRequest(['parity', '--node', 'join'])).toEqual(expected);
    expect(() => readRequest(['--node'])).toThrow('--node needs the id of a node type');
  });

  it('select a change since a commit, or since the branch left main', () => {
    expect(readRequest(['--changed'])).toEqual({ ...NOTHING, changed: { since: null } });
    expect(readRequest(['--changed', 'HEAD~2'])).toEqual({
      ...NOTHING,
      changed: { since: 'HEAD~2' },
    });
    expect(readRequest(['--changed', '--bail'])).toEqual({
      ...NOTHING,
      changed: { since: null },
      others: ['--bail'],
    });
  });

  it('record only a whole run, since a part would replace the durations of the rest', () => {
    expect(readRequest(['--record'])).toEqual({ ...NOTHING, isRecord: true });
    for (const more of [['runner'], ['--long'], ['--node', 'join'], ['--changed']]) {
      expect(() => readRequest(['--record', ...more])).toThrow('give it alone');
    }
  });
});
