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

// The library hands out every DataFrame behind a Proxy on which a column hides the member of its name:
// a table with a column `height` has no number of rows any more, one with `lazy` cannot be queried.
// Frames are therefore made without it. The constructor looks Proxy up while it runs, which is
// synchronous, so nothing else ever sees the replacement.
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

/** The polars library as the runner uses it: the only place that loads it. */
export default polars;
