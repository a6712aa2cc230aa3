import { errorMessage } from './error-message.ts';

/** The error of Node when every address of a host refuses the connection. */
function allAddressesRefused(): Error {
  const errors = ['::1', '127.0.0.1'].map((at) => new Error(`connect ECONNREFUSED ${at}:5432`));
  return Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
}

it.each([
  ['the message', new Error('No space is left'), 'No space is left'],
  ['the code of an error without a message', allAddressesRefused(), 'ECONNREFUSED'],
  ['the name of an error without message and code', new TypeError(''), 'TypeError'],
  ['a thrown string', 'gone', 'gone'],
  ['"null" for a thrown null', null, 'null'],
])('errorMessage returns %s', (_what, error, message) => {
  expect(errorMessage(error)).toBe(message);
});
