/** A frame of the native library. */
interface NativeFrame {
  readonly columns: string[];
  readonly height: number;
  column(name: string): object;
  getColumns(): readonly object[];
  head(rows: number): object;
  lazy(): object;
}

/** Wraps an object of the native library. */
type Make = (native: object) => object;

/**
 * Wraps frames in an object without a Proxy. The library wraps each frame in a Proxy on which a column
 * hides the member of the same name: a frame with a column `height` has no row count, one with a column
 * `lazy` cannot be queried. Here the few members that most frames need are cheap; the others are those of
 * the library's frame, which is created at their first use.
 * @param make the factory of the library
 * @param sample any native frame, for the names of the members
 * @param wrappers the factories of series and of lazy frames
 */
export function lightFrame(
  make: Make,
  sample: object,
  wrappers: { readonly series: Make; readonly lazy: Make },
): Make {
  class Frame {
    readonly _df: NativeFrame;
    #whole: object | undefined;

    constructor(native: object) {
      this._df = native as NativeFrame;
    }

    static whole(frame: Frame): object {
      return (frame.#whole ??= withoutProxy(make(frame._df)));
    }

    get columns(): string[] {
      return this._df.columns;
    }

    set columns(names: string[]) {
      Reflect.set(Frame.whole(this), 'columns', names);
    }

    get height(): number {
      return this._df.height;
    }

    getColumn(name: string): object {
      return wrappers.series(this._df.column(name));
    }

    getColumns(): object[] {
      return this._df.getColumns().map((native) => wrappers.series(native));
    }

    head(rows = 5): object {
      return new Frame(this._df.head(rows));
    }

    lazy(): object {
      return wrappers.lazy(this._df.lazy());
    }
  }

  for (const member of Reflect.ownKeys(withoutProxy(make(sample)))) {
    if (member === '_df' || Object.hasOwn(Frame.prototype, member)) continue;
    Object.defineProperty(Frame.prototype, member, {
      get(this: Frame) {
        return Reflect.get(Frame.whole(this), member) as unknown;
      },
    });
  }
  return (native) => new Frame(native);
}

const RECEIVER = Symbol('receiver');

/**
 * Returns the object behind the Proxy of a frame. The Proxy passes a definition on to that object, and an
 * assignment with that object as `this`.
 */
function withoutProxy(frame: object): object {
  let target = frame;
  Object.defineProperty(frame, RECEIVER, {
    configurable: true,
    set(this: object, receive: (target: object) => void) {
      receive(this);
    },
  });
  Reflect.set(frame, RECEIVER, (object: object) => {
    target = object;
  });
  Reflect.deleteProperty(target, RECEIVER);
  return target;
}
