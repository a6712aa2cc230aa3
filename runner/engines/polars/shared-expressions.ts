/** Wraps an expression of the native library. */
type MakeExpression = (native: object) => object;

/** An expression of the native library: nothing but methods. */
type Native = Readonly<Record<string, (...args: unknown[]) => unknown>>;

interface Wrapped {
  readonly _expr: Native;
}

type Method = (this: Wrapped, ...args: unknown[]) => unknown;

/** Members that keep the native expression for later calls, and what makes them. */
type Namespaces = Readonly<Record<string, (native: object) => object>>;

/**
 * The library writes every expression as an object literal of 161 members, some of them accessors, for
 * which the JavaScript engine makes a chain of hidden classes each time: 0.7 ms and 440 KB of garbage
 * an expression. Here the literal is written once, and its methods are shared by all expressions.
 * @param make the library's own way
 * @param any an expression of the native library, for the names of its methods
 */
export function shareMembers(
  make: MakeExpression,
  any: object,
  namespaces: Namespaces,
): MakeExpression {
  const relay = relayLike(any);
  const members = Object.getOwnPropertyDescriptors(make(relay.native));
  const shared: PropertyDescriptorMap = { ...gettersOf(namespaces), inner: { value: inner } };
  for (const [key, value] of methodsOf(members)) shared[key] ??= { value: relay.inTurn(value) };
  return wrapperWith(shared);
}

interface Relay {
  /** What the methods of the literal take for their native expression. */
  readonly native: Native;
  /** A method that is executed for the expression it is called on, also within another's. */
  readonly inTurn: (method: Method) => Method;
}

/** Passes calls on to the native expression whose method is being executed. */
function relayLike(any: object): Relay {
  let current: Native | undefined;
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(any));
  const native: Native = Object.fromEntries(
    names.map((name) => [name, (...args) => current?.[name]?.(...args)]),
  );
  const inTurn = (method: Method): Method =>
    function (...args) {
      const before = current;
      current = this._expr;
      try {
        return method.apply(this, args);
      } finally {
        current = before;
      }
    };
  return { native, inTurn };
}

function methodsOf(
  members: Readonly<Record<PropertyKey, PropertyDescriptor>>,
): [PropertyKey, Method][] {
  return Reflect.ownKeys(members).flatMap((key): [PropertyKey, Method][] => {
    const value: unknown = members[key]?.value;
    return typeof value === 'function' ? [[key, value as Method]] : [];
  });
}

function gettersOf(namespaces: Namespaces): PropertyDescriptorMap {
  const getters = Object.entries(namespaces).map(([name, functions]) => [
    name,
    {
      get(this: Wrapped) {
        return functions(this._expr);
      },
    },
  ]);
  return Object.fromEntries(getters) as PropertyDescriptorMap;
}

function inner(this: Wrapped): Native {
  return this._expr;
}

function wrapperWith(members: PropertyDescriptorMap): MakeExpression {
  class Expression implements Wrapped {
    readonly _expr: Native;

    constructor(native: Native) {
      this._expr = native;
    }
  }
  Object.defineProperties(Expression.prototype, members);
  return (native) => new Expression(native as Native);
}
