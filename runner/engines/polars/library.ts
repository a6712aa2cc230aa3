import polars from 'nodejs-polars';
import frames from 'nodejs-polars/bin/dataframe.js';
import { ExprDateTimeFunctions } from 'nodejs-polars/bin/lazy/expr/datetime.js';
import expressions from 'nodejs-polars/bin/lazy/expr/index.js';
import { ExprListFunctions } from 'nodejs-polars/bin/lazy/expr/list.js';
import { ExprStringFunctions } from 'nodejs-polars/bin/lazy/expr/string.js';
import { ExprStructFunctions } from 'nodejs-polars/bin/lazy/expr/struct.js';
import series from 'nodejs-polars/bin/series/index.js';
import { lightSeries } from './light-series.ts';
import { shareMembers } from './shared-expressions.ts';

// The library wraps every DataFrame in a Proxy on which a column hides the member of the same name: a
// frame with a column `height` has no row count, one with a column `lazy` cannot be queried. Therefore
// frames are constructed without the Proxy. The constructor reads the global Proxy synchronously, so no
// other code sees the replacement.
const original = frames._DataFrame;

frames._DataFrame = (...native) => {
  const { Proxy } = globalThis;
  Reflect.set(globalThis, 'Proxy', Unproxied);
  try {
    return original(...native);
  } finally {
    globalThis.Proxy = Proxy;
  }
};

function Unproxied<T extends object>(target: T): T {
  return target;
}

const native = polars.lit(0).inner() as object;
expressions._Expr = shareMembers(expressions._Expr, native, {
  str: ExprStringFunctions,
  list: ExprListFunctions,
  lst: ExprListFunctions,
  dt: ExprDateTimeFunctions,
  struct: ExprStructFunctions,
});

series._Series = lightSeries(series._Series, (name) => polars.DataType.deserialize(name));

/** The polars library with the fixes above. No other module may load it. */
export default polars;
