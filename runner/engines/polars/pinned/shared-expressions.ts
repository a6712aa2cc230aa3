/** Wraps an expression of the native library. */
type MakeExpression = (native: object) => object;

/** An expression of the native library, which has only methods. */
type Native = Readonly<Record<string, (...args: unknown[]) => unknown>>;

interface Wrapped {
  readonly _expr: Native;
}

type Method = (this: Wrapped, ...args: unknown[]) => unknown;

/** Members that hold the native expression for later calls, and their factories. */
type Namespaces = Readonly<Record<string, (native: object) => object>>;

/**
 * Shares the methods of all expressions. The library creates each expression as an object literal of 161
 * members, some of them accessors, for which V8 creates a chain of hidden classes each time: 0.7 ms and
 * 440 KB of garbage per expression. Here the literal is created once and becomes a prototype.
 * @param make the factory of the library
 * @param sample any expression of the native library, for the names of its methods
 */
export function shareMembers(
  make: MakeExpression,
  sample: object,
  namespaces: Namespaces,
): MakeExpression {
  const relay = createRelay(sample);
  const members = Object.getOwnPropertyDescriptors(make(relay.native));
  const shared: PropertyDescriptorMap = { ...gettersOf(namespaces), inner: { value: inner } };
  for (const [key, value] of methodsOf(members)) shared[key] ??= { value: relay.wrap(value) };
  return createWrapper(shared);
}

interface Relay {
  /** The native expression that the methods of the literal use. */
  readonly native: Native;
  /** Binds a method of the literal to the expression that it is called on. Calls may nest. */
  readonly wrap: (method: Method) => Method;
}

/** Forwards calls to the native expression whose method is executing. */
function createRelay(sample: object): Relay {
  let current: Native | undefined;
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(sample));
  const native: Native = Object.fromEntries(
    names.map((name) => [name, (...args) => current?.[name]?.(...args)]),
  );
  const wrap = (method: Method): Method =>
    function (...args) {
      const outer = current;
      current = this._expr;
      try {
        return method.apply(this, args);
      } finally {
        current = outer;
      }
    };
  return { native, wrap };
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

function createWrapper(members: PropertyDescriptorMap): MakeExpression {
  class Expression implements Wrapped {
    readonly _expr: Native;

    constructor(native: Native) {
      this._expr = native;
    }
  }
  Object.defineProperties(Expression.prototype, members);
  return (native) => new Expression(native as Native);
}
