import type { PythonEmitter } from './python-code.ts';

/** Adds the pandas helper `quantile(values, share)` to the script. */
export function addPandasQuantile(emit: PythonEmitter): void {
  emit.import('import math');
  emit.import('import numpy as np');
  emit.helper('quantile', PANDAS_QUANTILE);
}

/** Adds the polars helper `quantile(column, share)` to the script. */
export function addPolarsQuantile(emit: Pick<PythonEmitter, 'helper'>): void {
  emit.helper('quantile', POLARS_QUANTILE);
}

const PANDAS_QUANTILE = `def quantile(values, share):
    """Interpolate between the two values next to a share of the sorted values."""
    numbers = values.dropna().to_numpy()
    if len(numbers) == 0:
        return pd.NA
    place = (len(numbers) - 1) * share
    below, above = math.floor(place), math.ceil(place)
    parted = np.partition(numbers, [below, above])
    low, high, part = float(parted[below]), float(parted[above]), place - below
    if low == high:
        return low
    if math.isfinite(high - low):
        return low + (high - low) * part
    return low * (1 - part) + high * part`;

const POLARS_QUANTILE = `def quantile(column, share):
    """Interpolate between the two values next to a share of the sorted values."""
    values = column.drop_nulls().cast(pl.Float64)
    low = values.quantile(share, "lower")
    high = values.quantile(share, "higher")
    place = (values.count().cast(pl.Float64) - 1) * share
    part = place - place.floor()
    infinite = pl.when(low == high).then(low).otherwise(low * (1 - part) + high * part)
    spread = high - low
    value = pl.when(spread.is_finite()).then(low + spread * part).otherwise(infinite)
    return value.fill_nan(None)`;
