import { rememberVersions } from './remember-versions.ts';

it('a version of a dataset is read once, however often it is asked for, and another one by itself', async () => {
  const asked: string[] = [];
  const once = rememberVersions({
    version(id, number) {
      asked.push(`${id} ${number}`);
      return Promise.resolve({ id, number } as never);
    },
  });
  const versions = [once.version('a', 1), once.version('a', undefined), once.version('a', 1)];
  expect(await Promise.all(versions)).toEqual([
    { id: 'a', number: 1 },
    { id: 'a', number: undefined },
    { id: 'a', number: 1 },
  ]);
  expect(asked).toEqual(['a 1', 'a undefined']);
});
