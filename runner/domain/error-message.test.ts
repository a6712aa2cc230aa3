import { errorMessage } from './error-message.ts';

/** What Node throws when no address of a host takes a connection. */
function atNoAddress(): Error {
  const errors = ['::1', '127.0.0.1'].map((at) => new Error(`connect ECONNREFUSED ${at}:5432`));
  return Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
}

it.each([
  ['its message', new Error('No space is left'), 'No space is left'],
  ['its code when it has no message', atNoAddress(), 'ECONNREFUSED'],
  ['its name when it has neither', new TypeError(''), 'TypeError'],
  ['itself when it is a text', 'gone', 'gone'],
  ['that it is nothing', null, 'null'],
])('what an error says is %s', (_what, error, said) => {
  expect(errorMessage(error)).toBe(said);
});
