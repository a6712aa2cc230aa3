import { readRequest } from './request.ts';

const NOTHING = {
  isHelp: false,
  isLong: false,
  isRecord: false,
  changed: null,
  node: null,
  others: [],
};

describe('the arguments of npm test', () => {
  it('are passed on to Jest when they are paths and options of it', () => {
    const others = ['runner/nodes', '-t', 'joins'];
    expect(readRequest(others)).toEqual({ ...NOTHING, others });
  });

  it('select the tests of one node type, with and without the word parity', () => {
    const expected = { ...NOTHING, node: 'join', others: ['test/parity/nodes/'] };
    expect(readRequest(['--node', 'join'])).toEqual(expected);
    expect(readRequest(['parity', '--node', 'join'])).toEqual(expected);
    for (const without of [['--node'], ['--node', '--bail']]) {
      expect(() => readRequest(without)).toThrow(
        '--node needs the id of a node type: npm test -- --node join',
      );
    }
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
      expect(() => readRequest(['--record', ...more])).toThrow('given alone: npm test -- --record');
    }
  });

  it('select tests in one way only', () => {
    expect(() => readRequest(['--changed', '--node', 'join'])).toThrow(
      '--changed and --node select different tests: give one of them.',
    );
  });

  it('ask for help, whatever else they say', () => {
    for (const words of [['--help'], ['-h'], ['runner', '--help']]) {
      expect(readRequest(words)).toMatchObject({ isHelp: true });
    }
  });
});
