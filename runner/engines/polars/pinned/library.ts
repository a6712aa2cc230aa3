import polars from 'nodejs-polars';
import frames from 'nodejs-polars/bin/dataframe.js';
import { arrayToJsSeries } from 'nodejs-polars/bin/internals/construction.js';
import lazyFrames from 'nodejs-polars/bin/lazy/dataframe.js';
import { ExprDateTimeFunctions } from 'nodejs-polars/bin/lazy/expr/datetime.js';
import expressions from 'nodejs-polars/bin/lazy/expr/index.js';
import { ExprListFunctions } from 'nodejs-polars/bin/lazy/expr/list.js';
import { ExprStringFunctions } from 'nodejs-polars/bin/lazy/expr/string.js';
import { ExprStructFunctions } from 'nodejs-polars/bin/lazy/expr/struct.js';
import series from 'nodejs-polars/bin/series/index.js';
import { lightFrame } from './light-frame.ts';
import { lightSeries } from './light-series.ts';
import { shareMembers } from './shared-expressions.ts';

// The modules of the library read these factories from their exports at each call, except the constructor of series.
series._Series = lightSeries(series._Series, (name) => polars.DataType.deserialize(name));
const makeSeries: typeof series.Series = (name, values, dtype) =>
  typeof name === 'string'
    ? series._Series(arrayToJsSeries(name, values, dtype))
    : makeSeries('', name);
series.Series = Object.assign(makeSeries, polars.Series);
Reflect.set(polars, 'Series', series.Series);

const nativeFrame = Reflect.get(polars.DataFrame(), '_df') as object;
frames._DataFrame = lightFrame(frames._DataFrame, nativeFrame, {
  series: series._Series,
  lazy: lazyFrames._LazyDataFrame,
});

const nativeExpression = polars.lit(0).inner() as object;
expressions._Expr = shareMembers(expressions._Expr, nativeExpression, {
  str: ExprStringFunctions,
  list: ExprListFunctions,
  lst: ExprListFunctions,
  dt: ExprDateTimeFunctions,
  struct: ExprStructFunctions,
});
// `when` calls the factory by this name.
expressions.Expr = Object.assign(expressions._Expr, expressions.Expr);

/** The polars library with the changes above. No other module may load it. */
export default polars;
